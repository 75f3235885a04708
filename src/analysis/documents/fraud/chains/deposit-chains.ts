// Compares pay stubs with the deposits on bank statements. If a statement of the account that received the pay covers
// the pay date, it must show the net pay.
import {
  amountOf,
  atMostMedium,
  type Contradiction,
  ofType,
  type Placed,
  severityFor,
  textOf,
  withoutRepeats,
} from '#analysis/documents/fraud/contradictions.ts';
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
import type { Severity } from '#domain/documents/fraud-signals.ts';
import type { Fields } from '#domain/documents/read-documents.ts';

export function depositContradictions(placed: readonly Placed[]): Contradiction[] {
  const statements = withoutRepeats(ofType(placed, 'BANK_STATEMENT'), [...ACCOUNT, 'period_start', 'period_end']);
  const stubs = withoutRepeats(ofType(placed, 'PAYSTUB'), ['employer_name', 'pay_date', 'check_number', 'net_pay']);
  return stubs.flatMap((stub) =>
    statements
      .filter((statement) => isWhollyRead(statement) && covers(statement, textOf(stub, 'pay_date')))
      .flatMap((statement) => {
        const deposited = depositedInto(stub, statement);
        return deposited === undefined ? [] : (contradiction({ stub, statement, deposited }, statements) ?? []);
      }),
  );
}

const ACCOUNT = ['account_mask', 'bank_name'];
const isOfSameAccount = (a: Placed, b: Placed): boolean =>
  a === b || (textOf(a, 'account_mask') !== '' && ACCOUNT.every((name) => textOf(a, name) === textOf(b, name)));

/** Sums that hold only if all deposits of the statement were read. */
const WHOLE_SUMS = new Set(['opening_balance_plus_transactions_is_closing_balance', 'deposits_add_up']);
const isWhollyRead = ({ document }: Placed): boolean =>
  document.checks.some(({ name, holds }) => holds && WHOLE_SUMS.has(name));

function covers(statement: Placed, pay_date: string): boolean {
  const [start, end] = [textOf(statement, 'period_start'), textOf(statement, 'period_end')];
  if (!isDate(pay_date) || !isDate(start) || !isDate(end)) return false;
  const [first, last] = arrivalDays(pay_date);
  return start <= first && last <= end;
}

/**
 * What a stub says about the deposit into the account of a statement: the amount, whether the stub names the account by
 * its digits (`is_named`), and whether all of the net pay goes there (`is_whole`) or only a part of it (`is_split`).
 */
type Deposited = { cents: bigint; is_named: boolean; is_whole: boolean; is_split: boolean };

/** Returns undefined if the stub names other accounts, or does not say for certain how much goes to this account. */
function depositedInto(stub: Placed, statement: Placed): Deposited | undefined {
  const cents = amountOf(stub, 'net_pay');
  if (cents === undefined || cents <= 0n) return undefined;
  const rows = stub.document.tables['distributions'] ?? [];
  const is_named = rows.some((row) => digitsOf(row) !== '');
  if (!is_named) return { cents, is_named, is_whole: false, is_split: false };
  // A stub may list an account that gets nothing on this pay date.
  const paid = rows.filter(({ current }) => current?.value !== 0n);
  const own = paid.filter((row) => isSameNumber(digitsOf(row), textOf(statement, 'account_mask')));
  if (own.length === 0) return undefined;
  if (own.length === paid.length) return { cents, is_named, is_whole: true, is_split: false };
  const parts = own.flatMap(({ current }) => (typeof current?.value === 'bigint' ? [current.value] : []));
  return addUp(stub) ? { cents: sum(parts), is_named, is_whole: false, is_split: true } : undefined;
}

const addUp = ({ document }: Placed): boolean =>
  document.checks.some(({ name, holds }) => holds && name === 'distributions_add_up_to_net');

const digitsOf = ({ account_mask }: Fields): string => String(account_mask?.value ?? '');

/**
 * Whether two account numbers are equal. Some stubs print only the last two or three digits, so one number may be the
 * end of the other.
 */
const isSameNumber = (a: string, b: string): boolean => a !== '' && b !== '' && (a.endsWith(b) || b.endsWith(a));

type Pair = { stub: Placed; statement: Placed; deposited: Deposited };

function contradiction(pair: Pair, statements: readonly Placed[]): Contradiction | undefined {
  const { stub, statement, deposited } = pair;
  const [pay_date, employer] = [textOf(stub, 'pay_date'), wordsOf(textOf(stub, 'employer_name'))];
  const of_account = statements.filter((one) => isOfSameAccount(one, statement));
  // If the stub names no account, the pay may have gone to any account, so it may have arrived on any statement.
  const searched = nearPayDate(deposited.is_named ? of_account : statements, pay_date);
  const amounts = [deposited.cents, amountOf(stub, 'net_pay') ?? deposited.cents, ...printedParts(stub)];
  if (searched.some(({ cents }) => amounts.some((amount) => isEqual(cents, amount)))) return undefined;
  const paid = nearPayDate([statement], pay_date).filter((deposit) => isPaidBy(deposit, employer));
  if (paid.length > 0) return otherDeposit(pair, sum(paid.map(({ cents }) => cents)));
  const isUsual = () => paysBeforeAndAfter(aroundPayDate(depositsOn(of_account), pay_date), employer, pay_date);
  return deposited.is_named || isUsual() ? missingDeposit(pair) : undefined;
}

function nearPayDate(statements: readonly Placed[], pay_date: string): Deposit[] {
  const [first, last] = arrivalDays(pay_date);
  return aroundPayDate(depositsOn(statements), pay_date).filter(({ date }) => date >= first && date <= last);
}

const depositsOn = (statements: readonly Placed[]): BankDeposit[] =>
  statements.flatMap(({ document }) =>
    (document.tables['transactions'] ?? []).flatMap(({ date, amount, description }) => {
      if (date === undefined || typeof amount?.value !== 'bigint' || amount.value <= 0n) return [];
      const texts = { description: String(description?.value ?? ''), memo: null };
      return [{ date: String(date.value), cents: amount.value, ...texts }];
    }),
  );

const severityOf = ({ stub, statement }: Pair): Severity =>
  severityFor([
    [stub, 'pay_date'],
    [stub, 'net_pay'],
    [statement, 'period_start'],
    [statement, 'period_end'],
  ]);

/**
 * A part of the pay may go to an account that the stub does not name, and two checks may arrive as one deposit. So the
 * severity is medium. It may be high only if the stub itself says that all of the pay went to this account, and less
 * than the net pay arrived.
 */
function otherDeposit(pair: Pair, total: bigint): Contradiction | undefined {
  const { stub, statement, deposited } = pair;
  if (isEqual(total, deposited.cents)) return undefined;
  const is_strong = deposited.is_whole && total < deposited.cents;
  const severity = is_strong ? severityOf(pair) : atMostMedium(severityOf(pair));
  const [expected, actual] = [formatMoney(total), formatMoney(deposited.cents)];
  const message =
    `The pay stub of ${textOf(stub, 'pay_date')} states ${deposited.is_split ? 'a deposit' : 'a net pay'} of ${actual}; ` +
    `the bank statement shows ${expected} from ${textOf(stub, 'employer_name')}.`;
  return {
    about: [stub.at, statement.at],
    finding: { code: 'arithmetic_mismatch', severity, expected, actual, message },
  };
}

/** A single check may be paid by hand although all others are deposits, so the severity is only medium. */
function missingDeposit(pair: Pair): Contradiction {
  const { stub, statement, deposited } = pair;
  const actual = formatMoney(deposited.cents);
  const message =
    `The bank statement covers all days on which the pay of ${textOf(stub, 'pay_date')} could arrive, ` +
    `but shows no deposit of the ${actual} that the pay stub of this day states.`;
  return {
    about: [stub.at, statement.at],
    finding: { code: 'arithmetic_mismatch', severity: atMostMedium(severityOf(pair)), actual, message },
  };
}
