// The fields of an MT940 message: account (`:25:`), balances (`:60a:`, `:62a:`, `:64:`) and entries (`:61:`).
import { commaAmount, quoted } from './amounts.ts';
import { dateNear, dateOf6, valueDateOf6 } from './dates.ts';
import { type Line, placeIn } from './file-text.ts';
import { tidy, tidyOrNull } from './found-parts.ts';
import { type Place, UnreadableFile } from './imported-parts.ts';

/** `at` is the index in the first line at which the content of the field begins. */
export type Mt940Field = { tag: string; lines: string[]; first: Line; at: number };
export type Mt940Balance = { amount: bigint; date: string; currency_code: string; place: Place };
export type Mt940Entry = {
  amount: bigint;
  posted_on: string;
  bank_id: string | null;
  check_number: string | null;
  /** The transaction type, such as `NTRF`. */
  type: string;
  /** The second line, in which some banks explain the entry. */
  supplement: string;
};

const BALANCE = /^([CD])(\d{6})([A-Z]{3})([\d,]+)\s*$/;
/**
 * Matches an entry: value date, entry date, credit or debit mark, third letter of the currency (funds code), amount,
 * type and references. The mark RC means the reversal of a credit, and RD means the reversal of a debit.
 */
const ENTRY = /^(\d{6})(\d{4})?(RC|RD|C|D)([A-Z])?([\d,]+)([A-Z][^\n]{3})(.*)$/;

/**
 * Reads the account: `BANK/ACCOUNT`, or only an account number. Some banks write the currency after the number. With
 * option P, the second line has a BIC.
 */
export function mt940Account(field: Mt940Field) {
  const [first = '', second] = field.lines;
  const text = tidy(first);
  if (text === '') throw new UnreadableFile(placeOf(field, 0), 'a missing account (:25:)');
  const plain = text.replace(/(?<=[\d ])[A-Z]{3}$/, '').trim();
  const slash = plain.indexOf('/');
  const number = plain.slice(slash + 1);
  if (number === '') throw new UnreadableFile(placeOf(field, 0), 'a missing account number (:25:)');
  return { number, bank: slash > 0 ? plain.slice(0, slash) : tidyOrNull(second) };
}

export function mt940Balance(field: Mt940Field): Mt940Balance {
  const text = field.lines[0] ?? '';
  const [, mark, day = '', currency_code = '', digits = ''] = BALANCE.exec(text) ?? [];
  if (mark === undefined) throw new UnreadableFile(placeOf(field, 0), `${quoted(text)} instead of a balance`);
  const date = dateOf6(day);
  if (date === undefined) throw new UnreadableFile(placeOf(field, 1), `${quoted(day)} instead of a date`);
  const place = placeOf(field, 10);
  const amount = withComma(digits, place);
  return { amount: mark === 'D' ? -amount : amount, date, currency_code, place };
}

export function mt940Entry(field: Mt940Field): Mt940Entry {
  const text = field.lines[0] ?? '';
  const [, value = '', entry = '', mark, funds = '', digits = '', type = '', rest = ''] = ENTRY.exec(text) ?? [];
  if (mark === undefined) throw new UnreadableFile(placeOf(field, 0), `${quoted(text)} instead of an entry`);
  const value_date = valueDateOf6(value);
  if (value_date === undefined) throw new UnreadableFile(placeOf(field, 0), `${quoted(value)} instead of a date`);
  const posted_on = entry === '' ? value_date : dateNear(entry, value_date);
  if (posted_on === undefined) throw new UnreadableFile(placeOf(field, 6), `${quoted(entry)} instead of a date`);
  const amount = withComma(digits, placeOf(field, 6 + entry.length + mark.length + funds.length));
  const separator = rest.indexOf('//');
  const reference = separator === -1 ? rest : rest.slice(0, separator);
  return {
    amount: mark === 'D' || mark === 'RC' ? -amount : amount,
    posted_on,
    bank_id: separator === -1 ? null : referenceOf(rest.slice(separator + 2)),
    check_number: type.endsWith('CHK') ? referenceOf(reference) : null,
    type: tidy(type),
    supplement: field.lines.slice(1).join(' '),
  };
}

/** An amount in SWIFT messages always has a comma, even if it has no decimals. */
function withComma(digits: string, place: Place): bigint {
  if (!digits.includes(',')) throw new UnreadableFile(place, `the amount ${quoted(digits)} without a comma`);
  return commaAmount(digits, place);
}

/** `NONREF` means that there is no reference. Some banks shorten it to `N`. */
const referenceOf = (text: string): string | null => {
  const reference = tidyOrNull(text);
  return reference === null || /^(?:NONREF|N)$/.test(reference) ? null : reference;
};

const placeOf = ({ first, at }: Mt940Field, index: number): Place => placeIn(first, at + index);
