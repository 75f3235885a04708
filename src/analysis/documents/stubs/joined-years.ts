// Joins rows that are printed twice on a pay stub: once with the amount of the period and once with the amount of the
// year.
import { plain } from '#analysis/documents/phrases.ts';
import type { Row } from './rows.ts';

/**
 * Adds each row that has only an amount of the year to the row with the same description, which it changes. The list of
 * the year may be a separate table, or be on another page.
 */
export function joinedYears(rows: readonly Row[]): Row[] {
  const kept: Row[] = [];
  const by_key = new Map<string, Row[]>();
  for (const row of rows) {
    const key = `${row.total ?? ''} ${plain(row.description?.text ?? '')}`;
    const same = by_key.get(key) ?? [];
    const own = row.numbers.current === undefined ? same.find((other) => isPart(other, row)) : undefined;
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
 * Whether the row lacks the amount of the year. A deduction and the employer’s share may have the same name, so a row
 * is never joined with a row of the other kind.
 */
const isPart = ({ numbers, section }: Row, year: Row): boolean =>
  numbers.ytd === undefined && isEmployers(section) === isEmployers(year.section);

const isEmployers = (section: Row['section']): boolean => section === 'employer_contributions';
