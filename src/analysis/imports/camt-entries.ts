// Converts one entry of a camt.053 statement into transactions. An entry is one booking. It may be a batch of payments,
// each of which has its own transaction details.
import { sum } from '#base/money.ts';
import { type CamtValues, dateOfValue, signedAmount, textOf } from './camt-values.ts';
import { type ImportedTransaction, type Place, UnreadableFile } from './imported-parts.ts';

export type CamtDetail = CamtValues;
type Entry = {
  currency_code: string;
  amount: bigint;
  is_booked: boolean;
  transactions: ImportedTransaction[];
  warning: { place: Place; message: string } | undefined;
};

/**
 * The maximum number of transaction details per entry. It is limited because all details of an entry are in memory at
 * the same time. An entry with more details becomes one transaction.
 */
export const DETAILS_MAX = 1_000;

/**
 * Converts an entry. `details` are the first details of the entry, and `count` is the number of all its details.
 * Returns undefined for an entry that the bank lists for information only, because such an entry is not a booking and
 * will not become one.
 */
export function entryParts(entry: CamtValues, details: readonly CamtDetail[], count: number): Entry | undefined {
  const { amount, currency_code, place } = signedAmount(entry, 'Amt', entry);
  const status = textOf(entry, 'Sts/Cd', 'Sts');
  if (status === 'INFO') return undefined;
  const is_booked = status === null || status === 'BOOK';
  const booking = dateOfValue(entry.get('BookgDt/Dt') ?? entry.get('BookgDt/DtTm'));
  const value_date = dateOfValue(entry.get('ValDt/Dt') ?? entry.get('ValDt/DtTm'));
  if (is_booked && booking === null && value_date === null) {
    throw new UnreadableFile(entry.get('')?.place ?? place, 'a booked entry without a booking date (BookgDt)');
  }
  const shared = {
    account_key: '',
    posted_on: is_booked ? (booking ?? value_date) : booking,
    currency_code,
    is_pending: !is_booked,
    balance: null,
  };
  const found = { currency_code, amount, is_booked };
  if (count < 2) {
    const detail = details[0] ?? new Map();
    const bank_id = referenceOf(textOf(entry, 'AcctSvcrRef') ?? textOf(detail, 'Refs/AcctSvcrRef'));
    const transaction = { ...shared, ...textsOf(entry, detail, amount < 0n), amount, bank_id };
    return { ...found, transactions: [transaction], warning: undefined };
  }
  const amounts = count > DETAILS_MAX ? undefined : amountsOf(entry, details, currency_code);
  if (amounts === undefined || sum(amounts) !== amount) {
    const bank_id = referenceOf(textOf(entry, 'AcctSvcrRef'));
    const transaction = { ...shared, ...textsOf(entry, new Map(), amount < 0n), amount, bank_id };
    return { ...found, transactions: [transaction], warning: warningOf(place, amounts, count) };
  }
  const ids = idsOf(entry, details);
  const transactions = details.map((detail, at) => {
    const amount = amounts[at] ?? 0n;
    return { ...shared, ...textsOf(entry, detail, amount < 0n), amount, bank_id: ids[at] ?? null };
  });
  return { ...found, transactions, warning: undefined };
}

function warningOf(place: Place, amounts: readonly bigint[] | undefined, count: number): Entry['warning'] {
  if (count > DETAILS_MAX) {
    return { place, message: `The entry has ${count} transaction details, so it is read as one transaction.` };
  }
  // Details without amounts are common, because some banks state only the names in a batch.
  if (amounts === undefined) return undefined;
  return { place, message: 'The transaction details do not add up to the entry, so it is read as one transaction.' };
}

/** Returns the amounts of the details; undefined if a detail has no amount in the currency of the entry. */
function amountsOf(entry: CamtValues, details: readonly CamtDetail[], currency: string): bigint[] | undefined {
  const amounts: bigint[] = [];
  for (const detail of details) {
    const path = detail.has('Amt') ? 'Amt' : 'AmtDtls/TxAmt/Amt';
    if (!detail.has(path)) return undefined;
    const { amount, currency_code } = signedAmount(detail, path, detail.has('CdtDbtInd') ? detail : entry);
    if (currency_code !== currency) return undefined;
    amounts.push(amount);
  }
  return amounts;
}

/**
 * Returns the bank's ids of the details. If a detail has no id, or if two details have the same id, each id is made of
 * the entry's id and a number, because two transactions of an account must not have the same id.
 */
function idsOf(entry: CamtValues, details: readonly CamtDetail[]): (string | null)[] {
  const own = details.map((detail) => referenceOf(textOf(detail, 'Refs/AcctSvcrRef')));
  if (!own.includes(null) && new Set(own).size === own.length) return own;
  const id = referenceOf(textOf(entry, 'AcctSvcrRef'));
  return details.map((_, at) => (id === null ? null : `${id}/${at + 1}`));
}

const referenceOf = (text: string | null): string | null =>
  text === null || /^(?:NONREF|NOTPROVIDED)$/i.test(text) ? null : text;

function textsOf(entry: CamtValues, detail: CamtDetail, is_debit: boolean) {
  // For a payment out of the account, the other party is the creditor. For a payment into the account, the other party
  // is the debtor. A reversal may name only the other party of the original payment, which has the opposite role. So if
  // the expected party is missing, the party in the opposite role is used.
  const [near, far] = is_debit ? ['Cdtr', 'Dbtr'] : ['Dbtr', 'Cdtr'];
  const party = textOf(detail, ...[near, `Ultmt${near}`, far].map((name) => `RltdPties/${name}/Nm`));
  const texts = [
    party,
    textOf(detail, 'RmtInf/Ustrd', 'RmtInf/Strd/CdtrRefInf/Ref'),
    textOf(detail, 'AddtlTxInf'),
    textOf(entry, 'AddtlNtryInf'),
  ].filter((text) => text !== null);
  return {
    transacted_on: dateOfValue(detail.get('RltdDts/TxDtTm') ?? detail.get('RltdDts/AccptncDtTm')),
    description: texts[0] ?? '',
    memo: texts[1] ?? null,
    check_number: textOf(detail, 'Refs/ChqNb'),
  };
}
