// Assembles transactions from the rows of one table: wrapped descriptions are joined, and lines with balances or totals
// are left out.

import { textOf } from '#analysis/documents/text-rows.ts';
import type { Word } from '#domain/documents/pages.ts';
import type { Amount } from './amounts.ts';
import type { Column, ColumnKind } from './columns.ts';
import { isBalanceLine, isPageNote, isTotalLine, type Section } from './sections.ts';
import type { Cell, Row } from './table-rows.ts';

/** A transaction as printed. Its sign and the year of its date are not known yet. */
export type Entry = {
  page: number;
  date: NonNullable<Row['date']>;
  description: Word[];
  check: Word | undefined;
  /** The text in the columns of types and references. */
  type: string;
  amount: Amount | undefined;
  kind: ColumnKind | undefined;
  balance: Amount | undefined;
  /** A balance that is printed in a separate line before this transaction. */
  balance_before: Amount | undefined;
  section: Section;
  /** The index of the group, if several groups of columns are printed side by side. */
  group: number;
  size: number;
  /** The baselines of the first and of the last row of the transaction. */
  top: number;
  bottom: number;
};

export type Total = { kind: ColumnKind; amount: Amount; page: number };

/** The maximum distance between two rows of one transaction, in font heights. */
const PITCH_MAX = 1.75;
/** The maximum indentation, in points, of the wrapped lines of a description, compared with its first line. */
const INDENT_MAX = 24;

/** The state while the rows of one table are read. */
export type Assembly = {
  columns: Column[];
  group: number;
  entries: Entry[];
  totals: Total[];
  /** The transaction to which the next lines belong. */
  current: Entry | undefined;
  /** The last line that has neither date nor amount, and the transaction that it was added to. */
  text: { row: Row; owner: Entry | undefined } | undefined;
  balance: Amount | undefined;
  /** The previous row, if it has an amount but no date. Used only in a list without a header. */
  card: Row | undefined;
  /** The last date of the previous page. It applies to rows of the same day that have no date. */
  carried: Row['date'];
  /** The date of a line that has only a date. It applies to the transactions below it. */
  day: Row['date'];
};

/** Adds a row to the transaction before it, or begins the next transaction. */
export function addRow(assembly: Assembly, row: Row, section: Section): void {
  const text = textOf(row.description);
  const money = moneyOf(row.cells);
  const balance = balanceOf(row.cells);
  if (isBalanceLine(text) || isTotalLine(text)) {
    if (isBalanceLine(text)) assembly.balance = (balance ?? money)?.amount;
    else addTotals(assembly, row);
    assembly.current = undefined;
  } else if (row.date !== undefined && isCard(assembly.card, row)) addCard(assembly, assembly.card, row, section);
  else if (row.date !== undefined && isDayLine(row, row.date)) {
    assembly.day = row.date;
    assembly.current = undefined;
  } else if (row.date !== undefined) startEntry(assembly, row, section, money, balance);
  else if (assembly.day !== undefined && money !== undefined && row.description.length > 0)
    startEntry(assembly, { ...row, date: assembly.day }, section, money, balance);
  else if (money !== undefined) addAmount(assembly, row, section, money, balance);
  else addText(assembly, row);
  const is_card = assembly.columns.length === 0 && row.date === undefined && money !== undefined;
  assembly.card = is_card && assembly.day === undefined && row.description.length > 0 ? row : undefined;
}

/** Whether the row consists of a date only. */
const isDayLine = ({ words, cells }: Row, date: NonNullable<Row['date']>): boolean =>
  cells.length === 0 && words.length === date.words.length;

/**
 * Adds a transaction that is printed in two lines, in a list without a header. The first line has the description and
 * the amount; the second line has the date, and the balance if it is printed.
 */
function addCard(assembly: Assembly, above: Row, row: Row, section: Section): void {
  const [money, balance] = [moneyOf(above.cells), moneyOf(row.cells)];
  startEntry(assembly, { ...above, date: row.date }, section, money, balance);
  if (assembly.current !== undefined) assembly.current.bottom = row.box.bottom;
}

const isCard = (above: Row | undefined, row: Row): above is Row =>
  above !== undefined &&
  above.page === row.page &&
  row.cells.length <= 1 &&
  row.box.bottom - above.box.bottom <= PITCH_MAX * Math.max(row.size, above.size);

function addTotals({ totals }: Assembly, { cells, page }: Row): void {
  for (const { column, amount } of cells) if (column !== undefined) totals.push({ kind: column.kind, amount, page });
}

/** Returns the amount in the column of withdrawals or in the column of deposits, whichever is not zero. */
function moneyOf(cells: readonly Cell[]): Cell | undefined {
  const moneys = cells.filter(({ column }, index) => (column === undefined ? index === 0 : column.kind !== 'balance'));
  return moneys.find(({ amount }) => amount.cents !== 0n) ?? moneys[0];
}

const balanceOf = (cells: readonly Cell[]): Cell | undefined =>
  cells.find(({ column }, index) => (column === undefined ? index === 1 : column.kind === 'balance'));

function startEntry(
  assembly: Assembly,
  row: Row,
  section: Section,
  money: Cell | undefined,
  balance: Cell | undefined,
) {
  const is_balance = money === undefined && balance !== undefined && !isAmountLost(row, balance);
  if (row.date === undefined || is_balance || (money === undefined && assembly.columns.length === 0)) {
    assembly.current = undefined;
    return;
  }
  const entry: Entry = {
    page: row.page,
    date: row.date,
    description: row.description,
    check: row.check,
    type: row.type,
    amount: money?.amount,
    kind: money?.column?.kind,
    balance: balance?.amount,
    balance_before: assembly.balance,
    section,
    group: assembly.group,
    size: row.size,
    top: row.box.bottom,
    bottom: row.box.bottom,
  };
  if (entry.description.length === 0 && entry.check === undefined) takeTextAbove(assembly, entry);
  assembly.balance = undefined;
  assembly.current = entry;
  assembly.text = undefined;
  assembly.entries.push(entry);
}

/**
 * Whether OCR lost or misread the amount of a transaction: a scanned row has a description, but its only amount is a
 * balance.
 */
const isAmountLost = ({ description }: Row, { amount }: Cell): boolean =>
  amount.words.some(({ confidence }) => confidence < 1) &&
  description.some(({ text }) => /[a-z]{3}/i.test(text)) &&
  !/balance|total|forward/i.test(textOf(description));

/**
 * Adds the line above the date to the description, because in vertically centred cells the first line of a description
 * is above the date.
 */
function takeTextAbove({ text }: Assembly, entry: Entry): void {
  if (text === undefined || text.row.page !== entry.page || entry.top - text.row.box.bottom > 1.1 * entry.size) return;
  const { owner, row } = text;
  if (owner !== undefined) owner.description = owner.description.filter((word) => !row.words.includes(word));
  entry.description = row.description;
}

function addAmount(assembly: Assembly, row: Row, section: Section, money: Cell, balance: Cell | undefined): void {
  const { current, carried } = assembly;
  if (assembly.entries.length === 0 && carried !== undefined && row.description.length > 0) {
    startEntry(assembly, { ...row, date: carried }, section, money, balance);
    return;
  }
  if (current === undefined || assembly.columns.length === 0 || !isNext(current, row)) {
    assembly.current = undefined;
    return;
  }
  // A row with an amount but without a date has two explanations: the amount is printed beside the last line of a
  // description, or the date is printed only once for all transactions of a day.
  if (current.amount === undefined) {
    current.description = [...current.description, ...row.description];
    current.amount = money.amount;
    current.kind = money.column?.kind;
    current.balance = balance?.amount;
    current.bottom = row.box.bottom;
  } else if (row.description.length > 0) {
    startEntry(assembly, { ...row, date: current.date }, section, money, balance);
  }
}

function addText(assembly: Assembly, row: Row): void {
  const { current } = assembly;
  const words = row.type === '' ? row.description : row.words;
  const left = current?.description[0]?.box.left;
  const first = words[0];
  const fits =
    current !== undefined &&
    first !== undefined &&
    isNext(current, row) &&
    (left === undefined
      ? current.check === undefined
      : first.box.left >= left - 6 && first.box.left <= left + INDENT_MAX) &&
    row.size <= 1.2 * current.size &&
    !isPageNote(textOf(row.words));
  assembly.text = { row, owner: fits ? current : undefined };
  if (!fits) return;
  current.description = [...current.description, ...row.description];
  if (row.type !== '') current.type = `${current.type} ${row.type}`;
  current.bottom = row.box.bottom;
}

const isNext = (entry: Entry, row: Row): boolean =>
  row.page === entry.page && row.box.bottom - entry.bottom <= PITCH_MAX * Math.max(row.size, entry.size);
