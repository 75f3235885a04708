// Compares pay stubs with the deposits in the person’s bank accounts: the net pay of a stub must arrive on or around
// its pay date, and the employer must be the payer.

import { amountOf, atMostMedium, type Placed, severityFor, textOf } from '#analysis/documents/fraud/contradictions.ts';
import type { Finding } from '#analysis/documents/fraud/findings.ts';
import {
  aroundPayDate,
  arrivalDays,
  type BankDeposit,
  type Deposit,
  isEqual,
  isPaidBy,
  paysBeforeAndAfter,
  printedParts,
} from '#analysis/documents/fraud/wage-deposits.ts';
import { isDate } from '#base/calendar.ts';
import { formatMoney, sum } from '#base/money.ts';
import { wordsOf } from '#domain/connections/company-names.ts';
import type { ReadDocument } from '#domain/documents/read-documents.ts';
import { placeOf } from './payroll-records.ts';

export function depositFindings(document: ReadDocument, received: readonly BankDeposit[]): Finding[] {
  const stub = { document, at: 0 };
  const [pay_date, net_pay] = [textOf(stub, 'pay_date'), amountOf(stub, 'net_pay')];
  const employer = wordsOf(textOf(stub, 'employer_name'));
  if (document.document_type !== 'PAYSTUB' || !isDate(pay_date) || net_pay === undefined || net_pay <= 0n) return [];
  if (employer.length === 0) return [];
  const deposits = aroundPayDate(received, pay_date);
  const [first, last] = arrivalDays(pay_date);
  const near = deposits.filter(({ date }) => date >= first && date <= last);
  const of_employer = near.filter((deposit) => isPaidBy(deposit, employer));
  const amounts = [net_pay, ...printedParts(stub)];
  const arrived = near.filter(({ cents }) => amounts.some((amount) => isEqual(cents, amount)));
  const total = sum(of_employer.map(({ cents }) => cents));
  if (isEqual(total, net_pay)) return [];
  if (arrived.length > 0) return otherPayer(stub, arrived, employer);
  if (of_employer.length > 0) return [otherAmount(stub, { net_pay, total })];
  const is_between = paysBeforeAndAfter(deposits, employer, pay_date);
  return is_between ? [missingDeposit(stub, pay_date, formatMoney(net_pay))] : [];
}

/**
 * A part of the pay may go to an account that is not connected, and two checks may arrive as one deposit. So the
 * severity is medium. It may be high only if the stub itself says that all of the pay went to one account, and less
 * than the net pay arrived there.
 */
function otherAmount(stub: Placed, { net_pay, total }: { net_pay: bigint; total: bigint }): Finding {
  const parts = printedParts(stub);
  const is_whole = parts.length === 1 && parts.every((part) => isEqual(part, net_pay));
  const severity = severityFor([[stub, 'net_pay']]);
  const [expected, actual] = [formatMoney(total), formatMoney(net_pay)];
  return {
    ...placeOf(stub, 'net_pay'),
    code: 'arithmetic_mismatch',
    severity: is_whole && total < net_pay ? severity : atMostMedium(severity),
    expected,
    actual,
    message:
      `The pay stub of ${textOf(stub, 'pay_date')} states a net pay of ${actual}; ` +
      `${textOf(stub, 'employer_name')} paid ${expected} into the person’s bank account.`,
  };
}

/** A single check may be paid by hand although all others are deposits, so the severity is only medium. */
const missingDeposit = (stub: Placed, pay_date: string, actual: string): Finding => ({
  ...placeOf(stub, 'net_pay'),
  code: 'arithmetic_mismatch',
  severity: atMostMedium(
    severityFor([
      [stub, 'pay_date'],
      [stub, 'net_pay'],
    ]),
  ),
  actual,
  message:
    `The employer pays into the person’s bank account before and after ${pay_date}, ` +
    `but no deposit of this pay date was found.`,
});

/**
 * Finds a wage deposit of exactly this net pay from a payer with another name. Companies often pay under another name
 * than the one on the stub, so the severity is low.
 */
function otherPayer(stub: Placed, arrived: readonly Deposit[], employer: readonly string[]): Finding[] {
  const own = new Set(employer.map((word) => word.toUpperCase()));
  const named = arrived.map(({ payer }) => payer);
  const is_known = named.some(
    ({ words, tags }) =>
      words.length === 0 || !tags.has('payroll') || tags.has('processor') || words.some((word) => own.has(word)),
  );
  const [payer] = named;
  if (is_known || payer === undefined || arrived.some((deposit) => isPaidBy(deposit, employer))) return [];
  const actual = textOf(stub, 'employer_name');
  const message = `The net pay of the stub arrived from ${payer.payer}; the stub names ${actual} as the employer.`;
  return [
    {
      ...placeOf(stub, 'employer_name'),
      code: 'employer_mismatch',
      severity: 'low',
      expected: payer.payer,
      actual,
      message,
    },
  ];
}
