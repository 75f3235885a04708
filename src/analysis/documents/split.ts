// Splits the pages of a file into documents. A new document begins where the type changes, where a form begins again,
// and where the page numbering begins again.
import { addDays } from '#base/calendar.ts';
import type { Page } from '#domain/documents/pages.ts';
import type { PageClass } from './anchors.ts';
import { type Classified, classifyPage, isInstructions, isLetter } from './classify.ts';
import type { Period } from './dates-in-text.ts';
import { linesOf, segmentsOf } from './geometry/lines.ts';
import { agree, contradict, identityOf, type PageIdentity } from './page-identity.ts';
import { plain } from './phrases.ts';
import { splitAccounts } from './statements/accounts.ts';
import { amountsIn } from './statements/amounts.ts';
import { resolveDate } from './statements/period.ts';
import { dateAt } from './statements/table-rows.ts';
import { type TextRow, textRows } from './text-rows.ts';

export type DocumentPages = PageClass & { pages: Page[] };

/** Splits a file into documents, in the order of its pages. Pages of unknown type become documents of type `OTHER`. */
export function splitDocuments(pages: readonly Page[]): DocumentPages[] {
  const groups: Seen[][] = [];
  let backs: Seen[] = [];
  for (const page of pages) {
    const next = seenPage(page);
    const group = groups.at(-1);
    if (group !== undefined && next.is_blank && !isUnknown(group)) backs.push(next);
    else {
      // If the document continues after a blank page, the blank page is assumed to be the back of a sheet and is added
      // to the document.
      if (group !== undefined && continues(group, next)) group.push(...backs, next);
      else groups.push(...withBlanks(backs, next));
      backs = [];
    }
  }
  if (backs.length > 0) groups.push(backs);
  return groups.flatMap(documentsOf);
}

/** Joins blank pages to a page of unknown type after them, because pages of unknown type form one document. */
function withBlanks(blanks: Seen[], next: Seen): Seen[][] {
  if (blanks.length === 0) return [[next]];
  return isUnknown([next]) && continues(blanks, next) ? [[...blanks, next]] : [blanks, [next]];
}

const isUnknown = ([first]: readonly Seen[]): boolean => first?.found.document_type === 'OTHER';

type Numbering = { number: number; of: number | undefined };
type Seen = {
  page: Page;
  classes: Classified[];
  found: Classified;
  numbering: Numbering | undefined;
  texts: string[];
  is_blank: boolean;
  /**
   * Returns the values that identify the document. Most pages are assigned to a document without these values, so they
   * are not read before the first call.
   */
  identity: () => PageIdentity;
};

/**
 * Matches the texts on pages that are treated as blank: some programs print a notice or a page number on a blank page.
 */
const ON_BLANK_PAGES = /^((this)?page(was|is)?(intentionally)?(left)?blank|(page)?\d*(of\d+)?)$/;

function seenPage(page: Page): Seen {
  const classes = classifyPage(page);
  const [found] = classes;
  if (found === undefined) throw new Error('a page has at least one class');
  const texts = linesOf(page.words).map(({ words }) => words.map(({ text }) => text).join(' '));
  let read: PageIdentity | undefined;
  const identity = () => {
    read ??= identityOf(found.document_type, page);
    return read;
  };
  const is_blank = page.form_fields.length === 0 && texts.every((text) => ON_BLANK_PAGES.test(plain(text)));
  return { page, classes, found, numbering: numberingIn(texts), texts, is_blank, identity };
}

function documentsOf(group: readonly Seen[]): DocumentPages[] {
  const pages = group.map(({ page }) => page);
  const [first] = group;
  if (first?.found.document_type === 'BANK_STATEMENT') {
    return splitAccounts(pages).map((own) => ({ document_type: 'BANK_STATEMENT', subtype: null, pages: own }));
  }
  return (first?.classes ?? []).map(({ document_type, subtype }) => ({ document_type, subtype, pages }));
}

function continues(group: readonly Seen[], next: Seen): boolean {
  const [first, last] = [group[0], group.at(-1)];
  if (first === undefined || last === undefined) return false;
  const { document_type, subtype } = first.found;
  const same = next.found.document_type === document_type && next.found.subtype === subtype;
  const unknown = next.found.document_type === 'OTHER';
  if (!same && !unknown) return false;
  // `Page 2 of 3` after `Page 1 of 3` continues a document even if the type of the second page alone is not known.
  if (follows(last.numbering ?? { number: group.length, of: next.numbering?.of }, next.numbering)) return true;
  if (next.numbering?.number === 1) return false;
  if (document_type === 'OTHER') return !isLetter(next.page);
  if (document_type === 'W2' || document_type === 'F1099') return unknown && isInstructions(next.page);
  if (unknown) return !isLetter(next.page) && (looksLike(last, next) || isRest(group, next) || goesOn(group, next));
  // A policy may have a cover letter before its declarations.
  const has_cover = document_type.startsWith('INSURANCE') && !first.found.begins;
  if (has_cover) return true;
  const [own, other] = [ownIdentity(group), next.identity()];
  // A page that looks like a first page continues the document only if no earlier page looks like a first page, and if
  // the values of the page agree with those of the document. Any other page may repeat the heading of the first page
  // and have values that the first page lacks. It continues the document unless its values contradict those of the
  // document.
  return next.found.begins ? !group.some(({ found }) => found.begins) && agree(own, other) : !contradict(own, other);
}

/** Returns the values that identify the document of these pages. Each value is read from the first page that has it. */
const ownIdentity = (group: readonly Seen[]): PageIdentity =>
  new Map(group.toReversed().flatMap(({ identity }) => [...identity()]));

const follows = (last: Numbering, next: Numbering | undefined): boolean =>
  next !== undefined && next.number === last.number + 1 && next.of === last.of;

/** The maximum number of words on a page that may be the end of a document. */
const REST_WORDS_MAX = 80;
const REST_SCORE_MIN = 2;

/** Whether a page has few words, and some of them are phrases of the previous document's type. */
function isRest(group: readonly Seen[], { found, page }: Seen): boolean {
  if (page.words.length > REST_WORDS_MAX || found.score < REST_SCORE_MIN) return false;
  const document_type = group[0]?.found.document_type;
  if (found.likely !== document_type) return false;
  return document_type !== 'BANK_STATEMENT' || !isOtherList(textRows(page).filter(isListed), periodOf(group));
}

const LISTED_ROWS_MIN = 3;
const LISTED_SHARE_MIN = 1 / 3;

/**
 * Whether a page continues the transactions of a bank statement: the page has no heading and begins with a date, and
 * many of its rows have an amount. Only the rows down to the last amount are examined, because disclosures often follow
 * the last transaction.
 */
function goesOn(group: readonly Seen[], { page }: Seen): boolean {
  const period = periodOf(group);
  if (group[0]?.found.document_type !== 'BANK_STATEMENT' || period === undefined) return false;
  const rows = textRows(page);
  const [top] = rows;
  if (top === undefined || dateAt(top.words, 0) === undefined) return false;
  const listed = rows.filter(isListed);
  const is_list =
    listed.length >= LISTED_ROWS_MIN && listed.length >= LISTED_SHARE_MIN * (rows.findLastIndex(isListed) + 1);
  return is_list && !isOtherList(listed, period);
}

const isListed = ({ words }: TextRow): boolean => amountsIn(words).length > 0;

/** Matches a row that is typical of an invoice or a bill. */
const IS_BILL = /\b(?:total|amount|balance) due\b/i;
/** Transactions may be posted a few days before or after the period of the statement. */
const POSTED_DAYS = 7;

/**
 * Whether the rows are not transactions of the statement: one of the rows states an amount due, or most dates are not
 * near the period.
 */
function isOtherList(listed: readonly TextRow[], period: Period | undefined): boolean {
  if (listed.some(({ text }) => IS_BILL.test(text))) return true;
  if (period === undefined) return false;
  const dates = listed.flatMap(({ words }) => dateAt(words, 0)?.found ?? []);
  return dates.filter((date) => !isNear(resolveDate(date, period), period)).length > dates.length / 2;
}

function periodOf(group: readonly Seen[]): Period | undefined {
  const identity = ownIdentity(group);
  const [start, end] = [identity.get('period_start'), identity.get('period_end')];
  return start === undefined || end === undefined ? undefined : { start, end };
}

const isNear = (date: string | undefined, { start, end }: Period): boolean =>
  date !== undefined && date >= addDays(start, -POSTED_DAYS) && date <= addDays(end, POSTED_DAYS);

/** Whether a page repeats a table header or the letterhead of the previous page. */
function looksLike(last: Seen, next: Seen): boolean {
  const before = new Set(last.texts.map(plain));
  const repeats = next.texts.some((text) => isTableHead(text) && before.has(plain(text)));
  if (repeats || (letterheadOf(next) !== '' && letterheadOf(next) === letterheadOf(last))) return true;
  // Screens of one app have the same first line, and pages printed by one program often have the same last line.
  return isSameEdge(last.texts[0], next.texts[0]) || isSameEdge(last.texts.at(-1), next.texts.at(-1));
}

const isSameEdge = (a = '', b = ''): boolean => a.includes(' ') && plain(a) === plain(b) && plain(a).length > 5;

const HEAD_WORDS =
  /^(date|description|amount|balance|check|no|number|debits?|credits?|deposits?|withdrawals?|current|ytd|hours|rate|this|period|year|to|transaction|posting|type|of|and)$/;

const isTableHead = (text: string): boolean => {
  const words = text.split(' ').map(plain).filter(Boolean);
  return words.length >= 2 && words.every((word) => HEAD_WORDS.test(word));
};

/** Returns the first text on the page if it has no digits: usually the name of the bank or employer. */
function letterheadOf({ page }: Seen): string {
  const [line] = linesOf(page.words);
  const [segment] = line === undefined ? [] : segmentsOf(line);
  return segment === undefined || segment.words.length < 2 || /\d/.test(segment.text) ? '' : plain(segment.text);
}

/** `Page 2 of 3` or `Sheet 2/3`, wherever it is printed. */
const NUMBER_OF = /\b(?:page|sheet):?\s*(\d{1,3})\s*(?:of|\/)\s*(\d{1,3})(?![\d.,]*\d)/i;
/** `Page 2`, but not a reference such as `See page 2 for deposits`. */
const NUMBER_ALONE = /(?<!\b(?:see|on|to|from|and|the) )\b(?:page|sheet):?\s*(\d{1,3})(?![\d.,]*\d)/i;

/**
 * Returns the number of the page, and the number of pages if it is printed. Looks for `Page 2 of 3`, then for `Page 2`,
 * then for `2/3` at the end of the last line.
 */
function numberingIn(texts: readonly string[]): Numbering | undefined {
  for (const pattern of [NUMBER_OF, NUMBER_ALONE]) {
    for (const text of texts) {
      const match = pattern.exec(text);
      if (match !== null) return numberingOf(match);
    }
  }
  const match = /(?:^|[^\d/])(\d{1,2}) ?(?:\/|of) ?(\d{1,2})$/.exec(texts.at(-1) ?? '');
  return match === null || Number(match[1]) > Number(match[2]) ? undefined : numberingOf(match);
}

const numberingOf = ([, number, of]: RegExpExecArray): Numbering => ({
  number: Number(number),
  of: of === undefined ? undefined : Number(of),
});
