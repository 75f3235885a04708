// Returns the accounts into which the net pay was deposited. They come from the newest pay stub that lists deposit
// accounts.
import { objectId } from '#connectors/wire.ts';
import type { Fields } from '#domain/documents/read-documents.ts';
import type { UploadedDocument } from '#domain/documents/uploaded-documents.ts';
import type { PayrollAccount } from '#domain/reports/payroll.ts';
import { amountOf, textOf } from './fields.ts';

const BANK = /\b(?:bank|bancorp|credit union|f?cu|trust|financial|savings and loan|n\.?a)\b\.?/i;

export function depositAccountsOf(
  newest_first: readonly UploadedDocument[],
  employer_key: string,
  link_id: string,
): PayrollAccount[] {
  const stub = newest_first.find(({ tables }) => (tables['distributions'] ?? []).length > 0);
  if (stub === undefined) return [];
  const rows = stub.tables['distributions'] ?? [];
  const net_pay = amountOf(stub.fields, 'net_pay');
  return rows.map((row, at) => {
    const [description, mask] = [textOf(row, 'description'), textOf(row, 'account_mask')];
    // Two accounts may have the same description and the same digits, for example if neither the description nor the
    // digits were read. So the number of earlier rows with the same description and digits is part of the key.
    const key = JSON.stringify([
      employer_key,
      description,
      mask,
      rows.slice(0, at).filter(isLike(description, mask)).length,
    ]);
    const amount = amountOf(row, 'current');
    return {
      id: objectId(link_id, 'payroll_account', key),
      ...namesOf(description),
      account_number: mask === null ? null : `****${mask}`,
      routing_number: null,
      account_type: accountType(description),
      // A stub does not show how the employee divides the pay between accounts. There is one exception: if a single
      // account received the whole net pay, this account gets all of the pay.
      deposit_type: rows.length === 1 && amount !== null && amount === net_pay ? 'E' : null,
      deposit_value: null,
    };
  });
}

const isLike =
  (description: string | null, mask: string | null) =>
  (row: Fields): boolean =>
    textOf(row, 'description') === description && textOf(row, 'account_mask') === mask;

/** The description is the name of the bank or the type of account. */
const namesOf = (description: string | null): Pick<PayrollAccount, 'bank_name' | 'account_name'> =>
  description !== null && BANK.test(description)
    ? { bank_name: description, account_name: null }
    : { bank_name: null, account_name: description };

function accountType(description: string | null): PayrollAccount['account_type'] {
  const [is_checking, is_savings] = [/\b(?:checking|chk|chkg)\b/i, /\b(?:savings?|sav)\b/i].map((words) =>
    words.test(description ?? ''),
  );
  if (is_checking === is_savings) return null;
  return is_checking === true ? 'C' : 'S';
}
