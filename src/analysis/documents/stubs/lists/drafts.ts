// Reads a list from top to bottom and finds which rows are totals. The section of each row is found by the heading or
// total above the row, or by the words of the row.

import { columnKind } from '#analysis/documents/stubs/column-words.ts';
import { isOtherLabel, labelName } from '#analysis/documents/stubs/label-words.ts';
import { parseQuantity } from '#analysis/documents/stubs/quantities.ts';
import {
  isAccount,
  isMixed,
  isPeriodLabel,
  isRowSection,
  isYearLabel,
  type Section,
  sectionOf,
  type TotalName,
  totalOf,
} from '#analysis/documents/stubs/section-words.ts';
import { hasMask, type Item } from './items.ts';
import type { Panel } from './panels.ts';
import { rowSection } from './row-words.ts';
import { addsUp, isSumOf, partsCount } from './sums.ts';

/**
 * A row of a list, as long as the types of its numbers are not known. Rows with common columns have the same value of
 * `run`.
 */
export type Draft = {
  item: Item;
  section: Section | undefined;
  mixed: boolean;
  total: TotalName | undefined;
  year: boolean;
  run: number;
  /** The text above the row. It names the section of the row. */
  heading: Item | undefined;
};

/** The state while a list is read from top to bottom. `open` has the rows since the last heading or total. */
type State = {
  section: Section | undefined;
  mixed: boolean;
  year: boolean;
  /**
   * The font height of the last heading that named the year to date or the pay period. Headings with smaller letters
   * are subordinate to that heading.
   */
  year_size: number;
  heading: Item | undefined;
  run: number;
  open: Draft[];
  drafts: Draft[];
};

/** The section in which a list ended. The list may continue at the top of the next page. */
export type OpenSection = { section: Section | undefined; mixed: boolean };

/** Returns the rows of a list. `before` is the last section on the previous page, if this list continues it. */
export function draftsOf({ items }: Panel, before?: OpenSection): Draft[] {
  const has_sums = items.some(({ description, numbers }) => numbers.length > 0 && isSure(description?.text ?? ''));
  const state: State = {
    section: before?.section,
    mixed: before?.mixed ?? false,
    year: false,
    year_size: 0,
    heading: undefined,
    run: 0,
    open: [],
    drafts: [],
  };
  for (const [index, item] of items.entries()) {
    const text = item.description?.text ?? '';
    if (item.numbers.length === 0) addHeading(state, items, item, text);
    else if (item.description === undefined) addBareTotal(state, item);
    else if (item.description !== undefined && isDescription(text)) {
      const total = totalNameOf(items, index, state.open, has_sums);
      const head = total === undefined ? headedSection(items, index) : undefined;
      if (head !== undefined) addHead(state, item, head, text);
      else if (total === undefined) addRow(state, item, text);
      else addTotal(state, item, total, items.slice(index + 1));
    }
  }
  return state.drafts.filter(({ section, total, year }) => section !== undefined || total !== undefined || year);
}

function addHeading(state: State, items: readonly Item[], item: Item, text: string): void {
  const beside = items.filter(
    (other) => other !== item && Math.abs(other.box.bottom - item.box.bottom) < 0.3 * item.size,
  );
  // `This period` and `Year to date` on one line are names of columns, not headings.
  if (beside.some((other) => other.box.left < item.box.left)) return;
  const heading = headingOf(text);
  const is_year = isYearLabel(text) && !beside.some((other) => isColumn(other));
  const is_period = isPeriodLabel(text);
  if (heading === undefined && !is_year && !is_period) return;
  // Below a heading such as `Year to date`, the smaller headings of sections do not end the part with the year-to-date
  // amounts.
  if (is_year || is_period || item.size >= state.year_size) {
    state.year = is_year;
    state.year_size = is_year || is_period ? item.size : 0;
  }
  if (heading !== undefined) Object.assign(state, { section: heading, mixed: isMixed(text) });
  state.heading = item;
  state.run++;
  state.open = [];
}

function addRow(state: State, item: Item, text: string): void {
  const { section, mixed, year, run, heading } = state;
  const own = ownSection(section, mixed, item, text);
  const draft: Draft = { item, section: own, mixed, total: undefined, year, run, heading };
  state.drafts.push(draft);
  state.open.push(draft);
}

/** Adds a total without a name: amounts that are the sums of the rows above them. */
function addBareTotal(state: State, item: Item): void {
  const { section, mixed, year, run, open } = state;
  const parts = open.map((draft) => draft.item).toReversed();
  if (!item.numbers.some(({ word }) => partsCount(parts, word) === parts.length && parts.length > 0)) return;
  state.drafts.push({ item, section, mixed, total: 'section', year, run, heading: undefined });
}

/**
 * Returns the section of a heading that has the total of its rows beside it: `Money taken out  745.00`. The text is
 * such a heading only if several rows below it add up to the amount, or if a single row in smaller letters equals the
 * amount.
 */
function headedSection(items: readonly Item[], index: number): Section | undefined {
  const item = items[index];
  const next = items.findIndex(({ numbers, description }, at) => {
    return at > index && numbers.length === 0 && isRowSection(headingOf(description?.text ?? ''));
  });
  const below = items.slice(index + 1, next < 0 ? undefined : next);
  if (item?.numbers.some(({ said }) => said === 'hours' || said === 'rate')) return undefined;
  const text = item?.description?.text.replace(/:$/, '') ?? '';
  const section = sectionOf(text);
  const own = rowSection(text);
  if (own !== undefined && own !== section) return undefined;
  const amount = item?.numbers.find(({ said }) => said === undefined || said === 'current')?.word;
  const is_zero = amount === undefined || parseQuantity(amount.text) === 0n;
  const rows = is_zero ? [] : below.slice(0, partsCount(below, amount));
  const is_larger = (item?.size ?? 0) > 1.05 * (rows[0]?.size ?? Number.POSITIVE_INFINITY);
  return isRowSection(section) && rows.length > (is_larger ? 0 : 1) ? section : undefined;
}

/** Adds a heading that has the total of its rows beside it. */
function addHead(state: State, item: Item, section: Section, text: string): void {
  const mixed = isMixed(text);
  const is_part = /\b(?:pre|post|before|after)[ -]?tax/i.test(text);
  const total = is_part || mixed ? 'subtotal' : (TOTAL_OF[section] ?? 'section');
  Object.assign(state, { section, mixed, heading: item, run: state.run + 1, open: [] });
  state.drafts.push({ item, section, mixed, total, year: state.year || item.year, run: state.run, heading: undefined });
  state.run++;
}

const TOTAL_OF: Partial<Record<Section, TotalName>> = {
  earnings: 'gross_pay',
  taxes: 'total_taxes',
  deductions: 'total_deductions',
};

/** Adds a total. A total is printed below its rows or above them; the sums show which of the two is the case. */
function addTotal(state: State, item: Item, total: TotalName, below: readonly Item[]): void {
  const named = AFTER[total];
  const parts = state.open.map((draft) => draft.item);
  const count = Math.max(0, ...item.numbers.map(({ word }) => partsCount(parts.toReversed(), word)));
  const is_below = count > 0;
  const is_above = !is_below && item.numbers.some(({ word }) => addsUp(below, word));
  // A total in larger letters than the rows below it is treated as the heading of these rows, even if some of the rows
  // are on the next page.
  const next = below.find(({ numbers }) => numbers.length > 0);
  const is_heading = next !== undefined && item.size > 1.05 * next.size && total !== 'net_pay';
  const closes = is_below || (!is_above && !is_heading && state.open.length > 0);
  const { section, mixed, run } = state;
  if (is_below && named !== undefined && named !== 'distributions') {
    for (const draft of state.open) draft.section ??= named;
    // If no heading names the section of the rows, it is taken from the total to which they add up, because this total
    // is more reliable than the words of the rows.
    if (section === undefined) for (const draft of state.open.slice(-count)) draft.section = named;
  }
  state.drafts.push({
    item,
    section,
    mixed,
    total,
    year: state.year || item.year || isYearLabel(item.description?.text ?? ''),
    run,
    heading: undefined,
  });
  if (named === undefined) return;
  state.open = [];
  state.run++;
  if (closes && total !== 'net_pay') Object.assign(state, { section: undefined, mixed: false });
  else Object.assign(state, { section: named, mixed: false });
}

const isColumn = ({ numbers, description }: Item): boolean =>
  numbers.length === 0 && (isPeriodLabel(description?.text ?? '') || columnKind(description?.text ?? '') !== undefined);

/** For each total, the section whose rows add up to it. */
export const AFTER: Partial<Record<TotalName, Section>> = {
  gross_pay: 'earnings',
  total_taxes: 'taxes',
  total_deductions: 'deductions',
  net_pay: 'distributions',
};

const isSure = (text: string): boolean => ['gross_pay', 'net_pay'].includes(totalOf(text, false) ?? '');

const isDescription = (text: string): boolean =>
  !isPeriodLabel(text) &&
  !/^(?:ytd|year to date)$/i.test(text) &&
  /[a-z]/i.test(text) &&
  text.length > 1 &&
  (labelName(text) === undefined || rowSection(text) === 'taxes') &&
  text.split(' ').length <= 8;

/** Returns the section that begins at a text without numbers. Labels of single values are not headings. */
function headingOf(text: string): Section | undefined {
  const is_memo = /^(?:memo|note|less|plus|add):/i.test(text);
  if (text.split(' ').length > 6 || (!is_memo && /:./.test(text)) || /\d|[a-z]\.$/.test(text)) return undefined;
  const name = text.replace(/:$/, '');
  if (labelName(name) !== undefined || isOtherLabel(name) || NO_HEADING.test(name)) return undefined;
  return sectionOf(name);
}

const NO_HEADING =
  /\b(?:date|stub|slip|statement|advice|paycheck|check|voucher|period|frequency|type|method|rate|status|group|id|number)\b/i;

/**
 * Returns the total that a row states. `Taxes` is a total only if it is among other totals, or if the rows around it
 * add up to its amount.
 */
function totalNameOf(
  items: readonly Item[],
  index: number,
  open: readonly Draft[],
  has_sums: boolean,
): TotalName | undefined {
  const item = items[index];
  const text = item?.description?.text.replace(/:$/, '') ?? '';
  const sure = totalOf(text, false);
  if (sure !== undefined || item === undefined) return sure;
  const name = totalOf(text, true);
  if (name === undefined) return isUnnamedSum(item, text, open, items[index + 1]) ? 'section' : undefined;
  const parts = open.map((draft) => draft.item).toReversed();
  const is_sum = item.numbers.some(({ word }) => addsUp(items.slice(index + 1), word) || addsUp(parts, word));
  // Among rows of earnings, `Wages` is another row of earnings and not a total.
  const is_row = name === 'gross_pay' && rowSection(text) === 'earnings';
  return is_sum || (has_sums && !is_row) ? name : undefined;
}

/**
 * Whether the last row is the total of all rows above it, although its name has no known word: `Not part of your pay
 * 96.00`. The row must be the sum of these rows.
 */
function isUnnamedSum(item: Item, text: string, open: readonly Draft[], next: Item | undefined): boolean {
  if (open.length === 0 || rowSection(text) !== undefined || hasMask(item)) return false;
  if (next !== undefined && next.numbers.length > 0) return false;
  return isSumOf(
    item,
    open.map((draft) => draft.item),
  );
}

function ownSection(section: Section | undefined, mixed: boolean, item: Item, text: string): Section | undefined {
  const by_words = rowSection(text);
  if (hasMask(item) && isAccount(text)) return 'distributions';
  if (section === 'earnings' && by_words === 'taxes') return 'taxes';
  if (section === 'distributions') return isAccount(text) || hasMask(item) ? section : by_words;
  if (section === undefined || section === 'summary') return by_words;
  return mixed && by_words !== undefined ? by_words : section;
}
