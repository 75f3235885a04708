// Reads cash management reports in BAI2 (version 2 of the BAI specification).
import { impliedAmount, quoted, written } from './amounts.ts';
import { directionOf, passFunds, rawAmount, TYPE_NAMES } from './bai2-amounts.ts';
import { type Bai2Record, bai2Records, type Field } from './bai2-records.ts';
import { bai2Totals } from './bai2-totals.ts';
import { dateOf6 } from './dates.ts';
import { readLines, readText, START } from './file-text.ts';
import { type FoundParts, foundParts, partsOf, tidy, tidyOrNull } from './found-parts.ts';
import { type Chunks, type ImportedPart, type Place, UnreadableFile } from './imported-parts.ts';

type Group = { originator: string; date: string; currency_code: string; is_read: boolean };
type Account = {
  key: string;
  currency_code: string;
  /** The balances, keyed by their kind. */
  balances: Map<string, { amount: bigint; place: Place }>;
  sum: bigint;
  entries_count: number;
};

/**
 * For each record code, the codes that may follow it. The file header (01) is the first record, and the file trailer
 * (99) is the last.
 */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  '': ['01'],
  '01': ['02', '99'],
  '02': ['03', '98'],
  '03': ['16', '49'],
  '16': ['16', '49'],
  '49': ['03', '98'],
  '98': ['02', '99'],
  '99': [],
};
/** The type codes of balances in the account header. */
const BALANCES = { '010': 'opening', '015': 'closing', '045': 'available', '060': 'available' } as const;

export async function* parseBai2(chunks: Chunks): AsyncGenerator<ImportedPart> {
  const found = foundParts();
  const file = bai2File(found);
  const records = bai2Records(file.take);
  yield* partsOf(found, readLines(readText(chunks, 'tolerant')), records.take, () => {
    records.end();
    file.end();
  });
}

function bai2File(found: FoundParts) {
  let last = '';
  let last_place = START;
  let group: Group | undefined;
  let account: Account | undefined;
  const totals = bai2Totals(found);

  const takeHeader = (record: Bai2Record): void => {
    for (let nth = 0; nth < 7; nth += 1) record.next();
    const version = record.next();
    if (version.text === '2') return;
    throw new UnreadableFile(version.place, `the version ${quoted(version.text)} instead of 2`);
  };

  const takeGroup = (record: Bai2Record): void => {
    record.next();
    const [originator, status, day, , currency] = [
      record.next(),
      record.next(),
      record.next(),
      record.next(),
      record.next(),
    ];
    const date = dateOf6(day.text);
    if (date === undefined) throw new UnreadableFile(day.place, `${quoted(day.text)} instead of a date`);
    // The group status is 1 for an update, 2 for a deletion of an earlier group, 3 for a correction and 4 for a test.
    if (!/^[1-4]$/.test(status.text)) {
      throw new UnreadableFile(status.place, `${quoted(status.text)} instead of a group status from 1 to 4`);
    }
    const is_read = status.text === '1' || status.text === '3';
    if (!is_read)
      found.warn(status.place, `The group is a ${status.text === '2' ? 'deletion' : 'test'}, so it is left out.`);
    group = { originator: originator.text, date, currency_code: currencyOf(currency, 'USD'), is_read };
  };

  const takeAccount = (record: Bai2Record, group: Group): void => {
    const number = record.next();
    if (number.text === '') throw new UnreadableFile(number.place, 'a missing account number');
    const currency_code = currencyOf(record.next(), group.currency_code);
    const key = [group.originator, number.text, currency_code].join('|');
    account = { key, currency_code, balances: new Map(), sum: 0n, entries_count: 0 };
    if (group.is_read) {
      const is_routing = /^\d{9}$/.test(group.originator);
      const part = {
        key,
        number: number.text,
        routing_number: is_routing ? group.originator : null,
        institution: tidyOrNull(group.originator),
        name: null,
        owner: null,
        type: null,
        currency_code,
      };
      found.account(part, record.place);
    }
    while (record.hasMore()) takeSummary(record, account, group);
  };

  /** Reads a balance or a total of the account: type code, amount, number of items and funds type. */
  const takeSummary = (record: Bai2Record, account: Account, group: Group): void => {
    const [type, amount] = [record.next(), record.next()];
    record.next();
    passFunds(record);
    if (type.text === '') return;
    if (!/^\d{3}$/.test(type.text)) throw new UnreadableFile(type.place, `${quoted(type.text)} instead of a type code`);
    if (amount.text === '') return;
    totals.add(rawAmount(amount));
    const value = impliedAmount(amount.text, account.currency_code, amount.place);
    if (!(type.text in BALANCES)) return;
    // 060 is today's available balance, and 045 is the available balance at the close of the day. A file has one of
    // them.
    const kind = BALANCES[type.text as keyof typeof BALANCES];
    if (account.balances.has(kind)) return;
    account.balances.set(kind, { amount: value, place: amount.place });
    if (!group.is_read) return;
    found.add({ part: 'balance', balance: { account_key: account.key, kind, amount: value, date: group.date } });
  };

  const takeEntry = (record: Bai2Record, account: Account, group: Group): void => {
    const [type, stated] = [record.next(), record.next()];
    if (!/^\d{3}$/.test(type.text)) throw new UnreadableFile(type.place, `${quoted(type.text)} instead of a type code`);
    passFunds(record);
    const [bank_reference, reference] = [record.next(), record.next()];
    const texts = record
      .texts()
      .map(tidy)
      .filter((text) => text !== '');
    // Only a record of the type 890 (information without money) needs no amount.
    if (stated.text === '') {
      if (type.text !== '890') found.warn(type.place, 'The record has no amount, so it is left out.');
      return;
    }
    totals.add(rawAmount(stated));
    const size = impliedAmount(stated.text, account.currency_code, stated.place);
    const direction = directionOf(type.text);
    if (direction === undefined) {
      found.warn(type.place, `The type code ${type.text} is neither a credit nor a debit, so the record is left out.`);
      return;
    }
    const amount = size * direction;
    account.sum += amount;
    account.entries_count += 1;
    if (!group.is_read) return;
    const transaction = {
      account_key: account.key,
      bank_id: /^0*$/.test(bank_reference.text) ? null : bank_reference.text,
      posted_on: group.date,
      transacted_on: null,
      amount,
      currency_code: account.currency_code,
      is_pending: false,
      description: texts[0] ?? TYPE_NAMES[type.text] ?? (direction > 0n ? 'Credit' : 'Debit'),
      memo: texts.slice(1).join(' ') || null,
      check_number: type.text === '475' && /^\d*[1-9]\d*$/.test(reference.text) ? reference.text : null,
      balance: null,
    };
    found.add({ part: 'transaction', transaction });
  };

  /**
   * Compares the balances with the entries. Many files have totals instead of entries, so nothing is compared if there
   * are no entries.
   */
  const finishAccount = (account: Account): void => {
    const [opening, closing] = [account.balances.get('opening'), account.balances.get('closing')];
    if (opening === undefined || closing === undefined || account.entries_count === 0) return;
    const expected = opening.amount + account.sum;
    if (expected === closing.amount) return;
    const message = `The opening balance and the entries amount to ${written(expected)}, but the closing balance is ${written(closing.amount)}.`;
    found.warn(closing.place, message);
  };

  return {
    take(record: Bai2Record): void {
      const { code, place } = record;
      if (NEXT[last]?.includes(code) !== true) {
        const before = last === '' ? 'at the beginning of the file' : `after a record ${last}`;
        throw new UnreadableFile(place, `a record ${code} ${before}`);
      }
      last = code;
      last_place = place;
      totals.count(record);
      if (code === '01') takeHeader(record);
      else if (code === '02') takeGroup(record);
      else if (code === '03' && group !== undefined) takeAccount(record, group);
      else if (code === '16' && group !== undefined && account !== undefined) takeEntry(record, account, group);
      else if (code === '49' && account !== undefined) {
        finishAccount(account);
        totals.endAccount(record);
      } else if (code === '98') totals.endGroup(record);
      else if (code === '99') totals.endFile(record);
    },
    end(): void {
      if (last === '') throw new UnreadableFile(START, 'a file without a header (01)');
      if (last !== '99') throw new UnreadableFile(last_place, 'the end of the file without a trailer (99)');
    },
  };
}

function currencyOf({ text, place }: Field, otherwise: string): string {
  if (text === '') return otherwise;
  if (!/^[A-Z]{3}$/.test(text)) throw new UnreadableFile(place, `${quoted(text)} instead of a currency code`);
  return text;
}
