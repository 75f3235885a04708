// Computes the data of a link from all imported files of a person.
import { mergeBooks, mergeForms, mergePayments, mergeW2s } from '#analysis/imports/merging/merge-heads.ts';
import { mapInTurns } from '#base/turns.ts';
import type { ImportedFiles } from '#connectors/contract.ts';
import { accountHolder } from '#connectors/documents/identity.ts';
import { filledLists } from '#connectors/stored-files.ts';
import type { LinkData } from '#domain/reports/link-data.ts';
import { byRelevance } from '#domain/reports/payroll.ts';
import { accountOf, transactionOf } from './bank-accounts.ts';
import { employersIn } from './employers.ts';
import { employmentOf, statementsOf, w2sOf } from './employments.ts';
import { recipientOf } from './identity.ts';
import { formDocuments, w2Documents } from './tax-forms.ts';

/** Returns accounts and employments, and the person. */
export function firstData({ heads }: ImportedFiles, link_id: string, today: string): Partial<LinkData> {
  const accounts = mergeBooks(heads).map((book) => accountOf(book, link_id));
  const employers = employersIn(mergePayments(heads), mergeW2s(heads));
  const person = accountHolder(accounts, link_id) ?? recipientOf(mergeForms(heads), link_id);
  return filledLists({
    accounts,
    employments: employers.map((employer) => employmentOf(employer, link_id, today)).toSorted(byRelevance),
    identity: person === undefined ? [] : [person],
  });
}

/** Returns the lists that may be long. Yields to the event loop, because there may be many transactions. */
export async function restOfData(
  { heads, rows }: ImportedFiles,
  link_id: string,
  today: string,
): Promise<Partial<LinkData>> {
  const employers = employersIn(mergePayments(heads), mergeW2s(heads));
  const currencies = new Map(mergeBooks(heads).map(({ identity, currency_code }) => [identity, currency_code]));
  const transactions = await mapInTurns(rows, (row) =>
    transactionOf(row, { currency: currencies.get(row.identity), link_id, today }),
  );
  return {
    ...filledLists({
      statements: employers.flatMap((employer) => statementsOf(employer, link_id)),
      w2s: employers.flatMap((employer) => w2sOf(employer, link_id)),
      tax_documents: [...w2Documents(mergeW2s(heads), link_id), ...formDocuments(mergeForms(heads), link_id)],
    }),
    // A bank link has a list of transactions even if the list is empty. Without the list, the link would look as if its
    // data were still being read.
    ...(currencies.size === 0 ? {} : { transactions }),
  };
}
