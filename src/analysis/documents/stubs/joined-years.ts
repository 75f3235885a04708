// Joins rows that are printed twice on a pay stub: once with the amount of the pay period and once with the
// year-to-date amount.
import { plain } from '#analysis/documents/phrases.ts';
import type { Row } from './rows.ts';

/**
 * Joins each row that has only a year-to-date amount with the row that has the same description and only an amount of
 * the pay period. The first of the two rows gets both amounts. The year-to-date list may be a separate table, or be on
 * another page.
 */
export function joinedYears(rows: readonly Row[]): Row[] {
  const kept: Row[] = [];
  const by_key = new Map<string, Row[]>();
  for (const row of rows) {
    const key = `${row.total ?? ''} ${plain(row.description?.text ?? '')}`;
    const same = by_key.get(key) ?? [];
    const own = same.find((other) => isPart(other, row));
    if (own !== undefined) {
      own.numbers = { ...row.numbers, ...own.numbers };
      continue;
    }
    kept.push(row);
    by_key.set(key, [...same, row]);
  }
  return kept;
}

/**
 * Whether one row has the amount of the pay period and the other has the year-to-date amount. A deduction and the
 * employer’s share may have the same name, so a row of the employee is never joined with a row of the employer.
 */
const isPart = (a: Row, b: Row): boolean =>
  ((a.numbers.ytd === undefined && b.numbers.current === undefined) ||
    (isOfYear(a) && isOfPeriod(b) && a.section === b.section)) &&
  isEmployers(a.section) === isEmployers(b.section);

const isOfYear = ({ numbers }: Row): boolean => numbers.ytd !== undefined && numbers.current === undefined;
const isOfPeriod = ({ numbers }: Row): boolean => numbers.ytd === undefined && numbers.current !== undefined;

/**
 * Puts the rows of a section in the order of the year-to-date list, if that list has all rows of the section. `rows` are
 * the rows before they were joined.
 */
export function inOrderOfYear(joined: readonly Row[], rows: readonly Row[]): Row[] {
  const keyOf = ({ section, description }: Row) => `${section} ${plain(description?.text ?? '')}`;
  const places = new Map<string, number>();
  for (const row of rows) if (isOfYear(row) && row.total === undefined) places.set(keyOf(row), places.size);
  const isOrdered = ({ section }: Row) =>
    joined.every((row) => row.section !== section || row.total !== undefined || places.has(keyOf(row)));
  const sections = new Set(joined.filter(isOrdered).map(({ section }) => section));
  const queues = new Map(
    [...sections].map((section) => [
      section,
      joined
        .filter((row) => row.section === section && row.total === undefined)
        .toSorted((a, b) => (places.get(keyOf(a)) ?? 0) - (places.get(keyOf(b)) ?? 0)),
    ]),
  );
  return joined.map((row) => (row.total === undefined ? (queues.get(row.section)?.shift() ?? row) : row));
}

const isEmployers = (section: Row['section']): boolean => section === 'employer_contributions';
