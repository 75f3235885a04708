// Entries: transactions in compact form, with day numbers. This file computes the entries that depend only on the
// sandbox person (`BankLife`) and the day: pay, bills, benefits, transfers. Only entries that are shown are later
// expanded to full transactions.
import { toDate, toDay } from '#base/calendar.ts';
import type { BankLife, DeclaredAccount, Flow, Transfer, Wording } from '#connectors/sandbox/lives/bank-life.ts';
import type { Employer } from '#connectors/sandbox/lives/life.ts';
import { randomOf } from '#connectors/sandbox/lives/random.ts';
import { payDeposits } from '#connectors/sandbox/payroll/payroll.ts';
import type { TransactionType } from '#domain/reports/transactions.ts';
import { occasionsOf } from './bank-days.ts';

export type Entry = {
  account: string;
  /** Identifies the entry within the account; the transaction id is derived from this key. */
  key: string;
  type: TransactionType;
  cents: bigint;
  /**
   * The day on which the entry is made, and the day on which it posts to the balance. The two days differ only for card
   * purchases and refunds.
   */
  day: number;
  posts: number;
  /**
   * The time of day in seconds. It is 0 except for card purchases and refunds, because banks show no time for other
   * entries.
   */
  seconds: number;
  wording: Wording;
  check_number: string | null;
};

/** Makes an entry that posts to the balance on the same day. All entries except card purchases and refunds do so. */
export const entryOn = (
  day: number,
  {
    account,
    key,
    type,
    cents,
    wording,
    check_number = null,
  }: Omit<Entry, 'day' | 'posts' | 'seconds' | 'check_number'> & Partial<Pick<Entry, 'check_number'>>,
): Entry => ({ account, key, type, cents, day, posts: day, seconds: 0, wording, check_number });

/** The entries that do not depend on a balance, from the first day of the history up to `until`. */
export function plainEntries(life: BankLife, until: number): Entry[] {
  const from = toDay(life.start_date);
  return [
    ...paychecks(life, from, until),
    ...life.flows.flatMap((flow) => flowEntries(life, flow, from, until)),
    ...life.transfers.flatMap((transfer) => transferEntries(life, transfer, from, until)),
  ];
}

function paychecks({ payroll, accounts }: BankLife, from: number, until: number): Entry[] {
  if (payroll === null) return [];
  const by_number = new Map(accounts.map(({ account_number, key }) => [account_number, key]));
  const wordings = new Map(payroll.jobs.map(({ key, employer }) => [key, payWording(employer)]));
  return payDeposits(payroll, toDate(until)).flatMap(({ date, account, cents, job_key, payday_key }) => {
    const [day, key, wording] = [toDay(date), by_number.get(account.account_number), wordings.get(job_key)];
    if (key === undefined || wording === undefined || day < from) return [];
    return [entryOn(day, { account: key, key: `pay/${job_key}/${payday_key}`, type: 'CREDIT', cents, wording })];
  });
}

/**
 * The text is formatted like an ACH credit: the company name is cut to 16 characters, and the company id is a 1
 * followed by the EIN.
 */
const payWording = ({ name, ein }: Employer): Wording => ({
  description: `${name.toUpperCase().slice(0, 16).trimEnd()} PAYROLL PPD ID: 1${ein.replaceAll('-', '')}`,
  categories: ['Income', 'Paycheck'],
});

function flowEntries(life: BankLife, flow: Flow, from: number, until: number): Entry[] {
  const { account, type, first_check_number } = flow;
  const occasions = occasionsOf(flow.rhythm, from, until, life.seed, flow.key, 'rhythm');
  return occasions.map(({ nominal, day }, at) => {
    const check_number = first_check_number === undefined ? null : String(first_check_number + at);
    const wording = check_number === null ? flow : { ...flow, description: `CHECK ${check_number}` };
    const cents = raisedAmount(flow, day) ?? drawn(life, flow, nominal);
    return entryOn(day, { account, key: `${flow.key}/${nominal}`, type, cents, wording, check_number });
  });
}

function raisedAmount({ raises = [] }: Flow, day: number): bigint | undefined {
  const date = toDate(day);
  return raises.findLast(({ from }) => from <= date)?.amount;
}

const drawn = (life: BankLife, { key, amount: [low, high] }: Pick<Flow, 'key' | 'amount'>, nominal: number): bigint =>
  BigInt(low === high ? low : randomOf(life.seed, key, 'amount', String(nominal)).integer(low, high));

function transferEntries(life: BankLife, transfer: Transfer, from: number, until: number): Entry[] {
  const source = life.accounts.find(({ key }) => key === transfer.from);
  const target = life.accounts.find(({ key }) => key === transfer.to);
  if (source === undefined || target === undefined)
    throw new Error(`transfer ${transfer.key} has an unknown source or target account`);
  const categories = transfer.categories ?? ['Transfer'];
  const out: Wording = { description: `ONLINE TRANSFER TO ${shortName(target)} REF {ref}`, categories };
  const into: Wording = { description: `ONLINE TRANSFER FROM ${shortName(source)} REF {ref}`, categories };
  return occasionsOf(transfer.rhythm, from, until, life.seed, transfer.key, 'rhythm').flatMap(({ nominal, day }) => {
    const [key, cents] = [`${transfer.key}/${nominal}`, drawn(life, transfer, nominal)];
    return [
      entryOn(day, { account: source.key, key, type: 'DEBIT', cents, wording: out }),
      entryOn(day, { account: target.key, key, type: 'CREDIT', cents, wording: into }),
    ];
  });
}

const SHORT: Partial<Record<DeclaredAccount['type'], string>> = {
  CHECKING: 'CHK',
  SAVINGS: 'SAV',
  LINE_OF_CREDIT: 'LOC',
  INVESTMENT: 'INV',
};

const shortName = ({ type, account_number }: DeclaredAccount): string =>
  `${SHORT[type] ?? type} ...${account_number.slice(-4)}`;
