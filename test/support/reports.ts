// Reports in tests: invented samples, an independent computation of the checksum, and layout checks for PDF pages.
import { createHash } from 'node:crypto';
import { addDays } from '#base/calendar.ts';
import { inDecimals } from '#base/money.ts';
import type { PayrollReportAnswer } from '#domain/reports/link-reports.ts';
import { type EmploymentAnswer, presentEmployment } from '#domain/reports/payroll.ts';
import type { StatementAnswer } from '#domain/reports/statements.ts';
import type { Printed } from '#render/reports/sheet.ts';
import { JOB, STATEMENT, W2_2025 } from './pay.ts';
import type { ReadText } from './pdf.ts';

const TS = '2026-03-01T12:00:00Z';
const { statements: _statements, w2s: _w2s, ...KEPT } = inDecimals(JOB);

export const EMPLOYMENT: EmploymentAnswer = presentEmployment(
  { ...KEPT, created_at: TS, updated_at: TS },
  { statements: [inDecimals(STATEMENT)], w2s: [inDecimals(W2_2025)] },
  (name) => `https://vouch.example/files/${name}`,
);

/** Returns `count` pay statements, newest first, with pay dates two weeks apart. The first is the sample statement. */
export function statementsEvery14Days(count: number): StatementAnswer[] {
  const [latest] = EMPLOYMENT.statements;
  if (latest === undefined) throw new Error('the sample has lost its statement');
  const earlier = (date: string | null, at: number) => (date === null ? null : addDays(date, -14 * at));
  return Array.from({ length: count }, (_, at) => ({
    ...latest,
    pay_date: earlier(latest.pay_date, at),
    period_start: earlier(latest.period_start, at),
    period_end: earlier(latest.period_end, at),
  }));
}

export const INCOME_REPORT: PayrollReportAnswer = {
  id: 'a1'.repeat(16),
  status: 'done',
  finished_at: TS,
  access_token: 'b2'.repeat(16),
  tracking_info: 'loan-17',
  pdf_report: null,
  link_id: 'c3'.repeat(16),
  completed_at: TS,
  refresh_status: null,
  provider: { id: 'vouch_payroll', name: 'Vouch Payroll', logo_url: null },
  provider_name: 'Vouch Payroll',
  data_source: 'payroll',
  is_suspicious: false,
  employments: [EMPLOYMENT],
};

export const PRINTED: Printed = { issuer: { name: 'Acme Lending', environment: 'prod' }, checksum: 'd4'.repeat(32) };

/** Computes a report's checksum in the way that the small print at the end of the report describes. */
export const checksumByHand = (answer: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(inOrder(answer)))
    .digest('hex');

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    fields.map(([key, field]) => [key, key === 'file' || key === 'pdf_report' ? null : inOrder(field)]),
  );
}

/**
 * Formats an amount such as `1234.5` in the way in which documents show it. This function does not use the code that
 * draws the documents.
 */
export const inFigures = (text: string | null): string =>
  text === null ? '–' : Number(text).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export const inDays = (date: string | null): string =>
  date === null ? '–' : new Date(date).toLocaleDateString('en-US', { ...US_DATE, timeZone: 'UTC' });
const US_DATE = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;

/** The text items on the same line as the text item `name`, from left to right. */
export function rowOf(texts: readonly ReadText[], name: string): string[] {
  const head = texts.find(({ text }) => text === name);
  const row = texts.filter(({ y, page }) => y === head?.y && page === head.page);
  return row.toSorted((a, b) => a.x - b.x).map(({ text }) => text);
}

/** Describes the text items that overlap each other, or that extend beyond the printable area. */
export function faultsOf(texts: readonly ReadText[]): string[] {
  const outside = texts.filter(({ x, y, width }) => x < 39.9 || x + width > 572.1 || y < 12 || y > 780);
  const touching = texts.flatMap((a, at) =>
    texts
      .slice(at + 1)
      .filter((b) => a.page === b.page && Math.abs(a.y - b.y) < 0.7 * Math.min(a.height, b.height))
      .filter((b) => a.x < b.x + b.width - 0.1 && b.x < a.x + a.width - 0.1)
      .map((b) => `${a.text} / ${b.text}`),
  );
  return [...outside.map(({ text }) => `outside: ${text}`), ...touching];
}
