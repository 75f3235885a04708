// Measures how often the engine correctly classifies deposits by their transaction descriptions. The descriptions use
// the wording of many banks. Each description is used for the deposits of a made-up person. A line of the file that
// begins with ## names the kind of the descriptions that follow. Every other line is one description, or two
// descriptions separated by ||. In a description, {D6} and {D4} are replaced by the date of the deposit, and {N} and
// {T} by a number that is different for each deposit.
import { readFileSync } from 'node:fs';
import type { IncomeTransaction } from '#analysis/income/input.ts';
import { type IncomeReport, incomeReport } from '#analysis/income/report.ts';
import { addDays } from '#base/calendar.ts';

export type Judged = { kind: string; text: string; is_right: boolean; found: string };

const AS_OF = '2026-03-04';
const DEPOSITS = 12;
/** The numbers of days between deposits, as in typical pay frequencies. Deposits of every kind use the same numbers. */
const GAPS = [14, 7, 14, 28] as const;

export function judgedIn(file: string): Judged[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8').split('\n');
  const judged: Judged[] = [];
  let kind = '';
  for (const [at, line] of lines.entries()) {
    if (line.startsWith('## ')) kind = line.slice(3);
    else if (line !== '') judged.push({ kind, text: line, ...judge(kind, line, at) });
  }
  return judged;
}

function judge(kind: string, line: string, at: number): Pick<Judged, 'is_right' | 'found'> {
  const [first = '', second = ''] = line.split(' || ');
  if (kind === 'masked') {
    const report = reportOf([...deposits(first, at, 'a'), ...deposits(second, at + 1, 'b', -2)]);
    return { is_right: report.sources.length === 2, found: foundIn(report) };
  }
  if (kind === 'reversals') {
    const paid = deposits(first, at, 'a');
    const taken = paid.filter((_, place) => place === 3 || place === 7);
    const back = taken.map((row, place) => ({
      ...row,
      id: `r${place}`,
      type: 'DEBIT' as const,
      date: addDays(row.date, 1 + place),
      description: filled(second, row.date, place),
    }));
    const report = reportOf([...paid, ...back]);
    const counted = report.explain.sources.flatMap(({ transactions }) => transactions);
    const is_right = counted.length === paid.length - 2 && taken.every(({ id }) => !counted.includes(id));
    return { is_right, found: foundIn(report) };
  }
  const report = reportOf(deposits(first, at, 'a'));
  const [source] = report.sources;
  const is_pay = report.sources.some(({ income_category }) => income_category === 'PAYCHECK');
  const is_right =
    kind === 'payroll' ? is_pay && report.sources.length === 1 && source?.transaction_count === DEPOSITS : !is_pay;
  return { is_right, found: foundIn(report) };
}

const reportOf = (transactions: readonly IncomeTransaction[]): IncomeReport =>
  incomeReport({
    as_of: AS_OF,
    days_requested: 365,
    accounts: [{ id: 'checking', type: 'CHECKING', owners: [{ full_name: 'Dana Rivera' }] }],
    transactions,
  });

function foundIn({ sources, explain }: IncomeReport): string {
  const categories = sources.map(
    ({ income_category, income_description, transaction_count }, at) =>
      `${income_category} "${income_description}" ${transaction_count} by ${explain.sources[at]?.category.rule}`,
  );
  const reasons = new Set(explain.rejected.map(({ reason }) => reason));
  return [...categories, ...(reasons.size > 0 ? [`rejected: ${[...reasons].join(', ')}`] : [])].join('; ');
}

/**
 * Makes a payer's deposits. Payers with an even index pay the same round amount each time; all other payers vary the
 * amount.
 */
function deposits(text: string, at: number, prefix: string, offset_days = 0): IncomeTransaction[] {
  const gap = GAPS[at % GAPS.length] ?? 14;
  const base = 120_000 + (at % 7) * 35_000;
  return Array.from({ length: DEPOSITS }, (_, place) => {
    const date = addDays('2026-02-27', offset_days - (DEPOSITS - 1 - place) * gap);
    const swing = ((place * 7919 + at * 104_729) % 1_000) / 1_000 - 0.5;
    const cents = at % 2 === 0 ? base : Math.round(base * (1 + swing / 4));
    return {
      id: `${prefix}${String(place).padStart(2, '0')}`,
      account_id: 'checking',
      date,
      amount_cents: BigInt(cents),
      type: 'CREDIT',
      status: 'POSTED',
      description: filled(text, date, place),
      currency_code: 'USD',
    };
  });
}

const filled = (text: string, date: string, place: number): string =>
  text
    .replaceAll('{D6}', date.slice(2).replaceAll('-', ''))
    .replaceAll('{D4}', date.slice(5).replaceAll('-', ''))
    .replaceAll('{T}', String(104_000_018_223_501 + place * 7_919))
    .replaceAll('{N}', String(418_220_093 + place * 104_729));
