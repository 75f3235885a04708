// Reads bank statements in SWIFT MT940, with or without the blocks of a FIN message around them. Some banks write their
// own lines between the messages; these lines are skipped.
import { written } from './amounts.ts';
import { LINE_LENGTH_MAX, type Line, placeIn, readLines, readText, START } from './file-text.ts';
import { type FoundParts, foundParts, partsOf } from './found-parts.ts';
import { type Chunks, type ImportedPart, type Place, UnreadableFile } from './imported-parts.ts';
import {
  type Mt940Balance,
  type Mt940Entry,
  type Mt940Field,
  mt940Account,
  mt940Balance,
  mt940Entry,
} from './mt940-fields.ts';
import { narrativeOf } from './mt940-narrative.ts';

/** One message: a statement, or one page of a statement. */
type Page = {
  place: Place;
  key: string | undefined;
  account: { number: string; bank: string | null } | undefined;
  opening: (Mt940Balance & { is_final: boolean }) | undefined;
  has_closing: boolean;
  sum: bigint;
  entry: { entry: Mt940Entry; narrative: string[] } | undefined;
};
/** The interim closing balance (`:62M:`) of the last page. The next page of the account begins with this balance. */
type Interim = { key: string; balance: Mt940Balance };

const TAG = /^:([0-9A-Z]{2,3}):/;
/** Matches the end of a message: a hyphen, alone or followed by the end of the block and its trailer, or by padding. */
const MESSAGE_END = /^-(?:\}.*|X{3,})?\s*$/;
/**
 * The maximum length of a field. By the standard, a `:86:` field has 6 lines of 65 characters; some banks write more.
 */
const FIELD_LENGTH_MAX = LINE_LENGTH_MAX;

export async function* parseMt940(chunks: Chunks): AsyncGenerator<ImportedPart> {
  const found = foundParts();
  const statements = mt940Statements(found);
  const fields = fieldsOf(statements.take, statements.endMessage);
  yield* partsOf(found, readLines(readText(chunks, 'tolerant')), fields.take, () => {
    fields.end();
    statements.end();
  });
}

/**
 * Joins the lines of a field. Lines before the first field of a message and lines after the end of the message are
 * skipped.
 */
function fieldsOf(take: (field: Mt940Field) => void, endMessage: () => void) {
  let field: Mt940Field | undefined;
  let length = 0;
  const flush = (): void => {
    const complete = field;
    field = undefined;
    if (complete !== undefined) take(complete);
  };
  return {
    take(line: Line): void {
      // The text block may begin on the same line as its first field.
      const block = field === undefined ? line.text.lastIndexOf('{4:') : -1;
      const skipped = block === -1 ? 0 : block + 3;
      const tag = TAG.exec(line.text.slice(skipped));
      if (tag !== null) {
        flush();
        const at = skipped + tag[0].length;
        length = line.text.length;
        field = { tag: tag[1] ?? '', lines: [line.text.slice(at)], first: line, at };
      } else if (MESSAGE_END.test(line.text)) {
        flush();
        endMessage();
      } else if (field !== undefined) {
        length += line.text.length;
        if (length > FIELD_LENGTH_MAX)
          throw new UnreadableFile(placeIn(line, 0), 'a field of more than 10,000 characters');
        field.lines.push(line.text);
      }
    },
    end: flush,
  };
}

function mt940Statements(found: FoundParts) {
  let page: Page | undefined;
  let interim: Interim | undefined;
  let has_statement = false;

  const add = (key: string, kind: 'opening' | 'closing' | 'available', { amount, date }: Mt940Balance): void =>
    found.add({ part: 'balance', balance: { account_key: key, kind, amount, date } });

  /**
   * If no further page of the account follows, the interim balance is stored as the account's closing balance in this
   * file.
   */
  const flushInterim = (): void => {
    if (interim !== undefined) add(interim.key, 'closing', interim.balance);
    interim = undefined;
  };

  const takeOpening = (page: Page, field: Mt940Field): void => {
    const place = placeIn(field.first, 0);
    if (page.account === undefined) throw new UnreadableFile(place, 'a balance before the account (:25:)');
    if (page.opening !== undefined) throw new UnreadableFile(place, 'a second opening balance in one message');
    const opening = mt940Balance(field);
    page.opening = { ...opening, is_final: field.tag === '60F' };
    const { number, bank } = page.account;
    page.key = [number, opening.currency_code].join('|');
    const account = {
      key: page.key,
      number,
      routing_number: null,
      institution: bank,
      name: null,
      owner: null,
      type: null,
    };
    found.account({ ...account, currency_code: opening.currency_code }, page.place);
    if (field.tag === '60M' && interim?.key === page.key) {
      const before = interim.balance.amount;
      if (before !== opening.amount) {
        const message = `The page begins with the balance ${written(opening.amount)}, but the page before ends with ${written(before)}.`;
        found.warn(opening.place, message);
      }
      interim = undefined;
      return;
    }
    flushInterim();
    add(page.key, 'opening', opening);
  };

  const takeClosing = (page: Page, field: Mt940Field): void => {
    const closing = mt940Balance(field);
    const { key, opening } = page;
    if (key === undefined || opening === undefined) {
      throw new UnreadableFile(placeIn(field.first, 0), 'a closing balance before the opening balance (:60F:)');
    }
    page.has_closing = true;
    const expected = opening.amount + page.sum;
    if (opening.currency_code === closing.currency_code && expected !== closing.amount) {
      const message = `The opening balance and the entries amount to ${written(expected)}, but the closing balance is ${written(closing.amount)}.`;
      found.warn(closing.place, message);
    }
    if (field.tag === '62M') interim = { key, balance: closing };
    else add(key, 'closing', closing);
  };

  const flushEntry = (page: Page): void => {
    if (page.entry === undefined || page.key === undefined) return;
    const { entry, narrative } = page.entry;
    page.entry = undefined;
    page.sum += entry.amount;
    const { description, memo } = narrativeOf(narrative, entry.supplement);
    const { amount, bank_id, posted_on, check_number } = entry;
    const transaction = {
      account_key: page.key,
      bank_id,
      posted_on,
      transacted_on: null,
      amount,
      currency_code: page.opening?.currency_code ?? null,
      is_pending: false,
      description: description || entry.type,
      memo,
      check_number,
      balance: null,
    };
    found.add({ part: 'transaction', transaction });
  };

  const endMessage = (): void => {
    if (page === undefined) return;
    flushEntry(page);
    if (!page.has_closing) throw new UnreadableFile(page.place, 'a statement without a closing balance (:62F:)');
    page = undefined;
  };

  return {
    take(field: Mt940Field): void {
      const place = placeIn(field.first, 0);
      if (field.tag === '20') {
        endMessage();
        has_statement = true;
        page = newPage(place);
        return;
      }
      if (page === undefined) return;
      if (field.tag === '86') {
        // A `:86:` field after the closing balance belongs to no entry. It describes the whole statement.
        if (page.entry !== undefined) page.entry.narrative.push(...field.lines);
        return;
      }
      flushEntry(page);
      if (field.tag === '25' || field.tag === '25P') page.account = mt940Account(field);
      else if (field.tag === '60F' || field.tag === '60M') takeOpening(page, field);
      else if (field.tag === '62F' || field.tag === '62M') takeClosing(page, field);
      else if (field.tag === '64' && page.key !== undefined) add(page.key, 'available', mt940Balance(field));
      else if (field.tag === '61') {
        if (page.key === undefined) throw new UnreadableFile(place, 'an entry before the opening balance (:60F:)');
        page.entry = { entry: mt940Entry(field), narrative: [] };
      }
    },
    endMessage,
    end(): void {
      endMessage();
      flushInterim();
      if (!has_statement) throw new UnreadableFile(START, 'a file without a statement (:20:)');
    },
  };
}

const newPage = (place: Place): Page => ({
  place,
  key: undefined,
  account: undefined,
  opening: undefined,
  has_closing: false,
  sum: 0n,
  entry: undefined,
});
