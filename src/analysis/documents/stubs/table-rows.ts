// Sorts the rows of all tables into earnings, taxes, deductions, employer contributions and distributions.

import { type Segment, segmentOf } from '#analysis/documents/geometry/lines.ts';
import type { Word } from '#domain/documents/pages.ts';
import type { Fields, Tables } from '#domain/documents/read-documents.ts';
import { fieldOf } from './fields.ts';
import { isProduct } from './lists/number-kinds.ts';
import { parseQuantity } from './quantities.ts';
import type { Row } from './rows.ts';
import { isAccount, isEmployerPaid, isTax } from './section-words.ts';

type TableName = 'earnings' | 'taxes' | 'deductions' | 'employer_contributions' | 'distributions';

export function tableRows(rows: readonly Row[]): Tables {
  const tables: Record<TableName, Fields[]> = {
    earnings: [],
    taxes: [],
    deductions: [],
    employer_contributions: [],
    distributions: [],
  };
  const has_taxes = rows.some(({ section, mixed, total }) => (section === 'taxes' || mixed) && total === undefined);
  for (const row of withoutEnumerators(rows)) {
    if (row.total !== undefined || row.description === undefined) continue;
    const name = tableName(row, row.description.text, has_taxes);
    if (name === undefined) continue;
    const { current, ytd, employer_current, employer_ytd } = row.numbers;
    const is_share = employer_current !== undefined || employer_ytd !== undefined;
    if (is_share) tables.employer_contributions.push(employerShare(row, row.description));
    if (is_share && current === undefined && ytd === undefined) continue;
    if (name === 'distributions') tables.distributions.push(distributionOf(row, row.description));
    else tables[name].push(fieldsOf(row, row.description, name));
  }
  return tables;
}

/** Removes the letters or numbers with which some forms mark their rows: `A  Base pay`, `B  Housing`. */
function withoutEnumerators(rows: readonly Row[]): Row[] {
  const sections = new Map<Row['section'], Row[]>();
  for (const row of rows.filter(({ total }) => total === undefined))
    sections.set(row.section, [...(sections.get(row.section) ?? []), row]);
  const isLettered = (own: readonly Row[]) => own.every((other, at) => isNext(other, own[at - 1]));
  // A single row shows no sequence of letters. So a section with one row is treated as lettered only if a section with
  // several rows is lettered.
  const are_lettered = [...sections.values()].some((own) => own.length > 1 && isLettered(own));
  return rows.map((row) => {
    const own = sections.get(row.section) ?? [];
    const { description } = row;
    const is_lettered = row.total === undefined && are_lettered && isLettered(own);
    return is_lettered && description !== undefined
      ? { ...row, description: segmentOf(description.words.slice(1)) }
      : row;
  });
}

/**
 * Whether the letter or number that marks the row comes directly after that of the previous row, as B comes after A.
 */
function isNext({ description }: Row, before: Row | undefined): boolean {
  const [first, second] = description?.words ?? [];
  const mark = /^(?:[A-Z]|\d{1,2})[.)]?$/.exec(first?.text ?? '')?.[0].replace(/[.)]$/, '');
  if (mark === undefined || second === undefined) return false;
  const last = before?.description?.words[0]?.text.replace(/[.)]$/, '');
  if (last === undefined) return true;
  const order = (text: string) => (/^\d/.test(text) ? Number(text) : text.charCodeAt(0));
  return order(mark) === order(last) + 1;
}

const MASKED = /(?:^|\s)\(?(?:[x*.#…•-]+\d{2,6}|ending (?:in )?\d{2,6})\b/i;

function tableName({ section, mixed, account }: Row, description: string, has_taxes: boolean): TableName | undefined {
  if (isAccount(description) && MASKED.test(`${description} ${account?.text ?? ''}`)) return 'distributions';
  if (section === 'summary') return undefined;
  if (section === 'other') return isEmployerPaid(description) ? 'employer_contributions' : undefined;
  if (section === 'earnings' || section === 'distributions' || section === 'employer_contributions') return section;
  if (section === 'taxes' && !mixed) return 'taxes';
  if (isEmployerPaid(description)) return 'employer_contributions';
  if (section === 'deductions' && !mixed && has_taxes) return 'deductions';
  return isTax(description) ? 'taxes' : 'deductions';
}

function fieldsOf({ numbers, page }: Row, description: Segment, name: TableName): Fields {
  const fields: Fields = { description: descriptionField(description, page) };
  const add = (key: string, word: Word | undefined, positive: boolean) => {
    const value = word === undefined ? undefined : parseQuantity(word.text);
    if (word !== undefined && value !== undefined)
      fields[key] = fieldOf(positive && value < 0n ? -value : value, [word], page, 'table');
  };
  if (name === 'earnings') {
    add('hours', numbers.hours, false);
    add('rate', numbers.rate ?? rateAmong(numbers), false);
  }
  add('current', numbers.current, name !== 'earnings');
  add('ytd', numbers.ytd, name !== 'earnings');
  return fields;
}

/**
 * Returns the rate from a column with another name, such as `Base pay`, if the hours times the number in that column
 * equal the amount.
 */
function rateAmong({ hours, number, current }: Row['numbers']): Word | undefined {
  const [time, rate, amount] = [hours, number, current].map((word) => word && parseQuantity(word.text));
  const fits = time !== undefined && rate !== undefined && amount !== undefined && time > 0n && amount > 0n;
  return fits && isProduct(time, rate, amount) ? number : undefined;
}

const employerShare = ({ numbers, ...row }: Row, description: Segment): Fields => {
  const { employer_current: current, employer_ytd: ytd } = numbers;
  return fieldsOf(
    { ...row, numbers: { ...(current && { current }), ...(ytd && { ytd }) } },
    description,
    'employer_contributions',
  );
};

const descriptionField = (segment: Segment, page: number) =>
  fieldOf(segment.text.replace(/^[+=] |(?:[\s*:,]|\.\.+)+$/g, ''), segment.words, page, 'table');

/** The last digits of an account, with or without a mask: `****1234`, `x1234`, `ending in 1234`. */
const MASK = /^\(?(?:acct|account)?[x*.#…•-]*(\d{2,17})\)?:?$/i;

function distributionOf({ numbers, page, account }: Row, description: Segment): Fields {
  const masked =
    account?.words.find(({ text }) => MASK.test(text)) ?? description.words.findLast(({ text }) => MASK.test(text));
  const digits = masked === undefined ? undefined : MASK.exec(masked.text)?.[1];
  const named = withoutPayment(withoutConnectors(withoutVerb(description.words.filter((word) => word !== masked))));
  const fields: Fields = {};
  if (named.length > 0) fields['description'] = descriptionField(segmentOf(named), page);
  if (masked !== undefined && digits !== undefined)
    fields['account_mask'] = fieldOf(digits.slice(-4), [masked], page, 'table');
  // Below net pay, the amount of a row may be in any column of numbers.
  const word = numbers.current ?? numbers.ytd ?? numbers.rate ?? numbers.hours;
  const value = word === undefined ? undefined : parseQuantity(word.text);
  if (word !== undefined && value !== undefined)
    fields['current'] = fieldOf(value < 0n ? -value : value, [word], page, 'table');
  return fields;
}

/** `Transferred to Checking` and `Deposited: Checking` name the account `Checking`. */
const withoutVerb = (words: readonly Word[]): Word[] => {
  const end = words.slice(0, 3).findIndex(({ text }) => /^(?:in)?to$|:$/i.test(text));
  return end > 0 || (end === 0 && words.length > 1) ? words.slice(end + 1) : [...words];
};

/** `Bank transfer Checking` names the account `Checking`. */
const withoutPayment = (words: readonly Word[]): Word[] => {
  const type = words.findIndex(({ text }) => /^(?:checking|savings|chkg|chk|sav)\b/i.test(text));
  const is_led =
    type > 0 && words.slice(0, type).every(({ text }) => /^(?:bank|wire|electronic|transfer)$/i.test(text));
  return is_led ? words.slice(type) : [...words];
};

const CONNECTOR = /^(?:[-–—:#|]+|ending|in|acct\.?|#|number|no\.?|\(?[x*.]+\)?)$/i;

/**
 * Words for a payment. If a text consists only of such words and `acct`, the whole text is the name of the account, as
 * in `Dep acct`. After any other text, the word `acct` is dropped.
 */
const PAYMENT = /^(?:dep|deposit|direct|dir|dd|net|pay|payroll|ach|eft)\.?$/i;

/** Returns the words that name an account, without words such as `ending in` that lead to its number. */
function withoutConnectors(words: readonly Word[]): Word[] {
  const first = words.findIndex(({ text }) => !CONNECTOR.test(text));
  const last = words.findLastIndex(({ text }) => !CONNECTOR.test(text));
  if (first < 0) return [];
  const named = words.slice(first, last + 1);
  const next = words[last + 1];
  const is_account =
    next !== undefined && /^acct\.?$/i.test(next.text) && named.every(({ text }) => PAYMENT.test(text));
  return is_account ? [...named, next] : named;
}
