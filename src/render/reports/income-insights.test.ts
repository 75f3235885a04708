import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { insightsReport } from '#analysis/insights/insights-report.ts';
import type { IncomeInsightsAnswer, LinkIncomeAnswer } from '#domain/reports/income-insights.ts';
import { AS_OF, bankHistory } from '#test/bank-histories.ts';
import { readPdf } from '#test/pdf.ts';
import { faultsOf, inFigures, PRINTED } from '#test/reports.ts';
import { incomeInsightsPdf, linkIncomePdf } from './income-insights.ts';

const TS = `${AS_OF}T12:00:00Z`;
const USER_ID = 'a7'.repeat(16);
const ORIGIN = { link_id: 'c3'.repeat(16), provider_name: 'Vouch Bank', data_source: 'financial_accounts' } as const;

const reports = bankHistory.map(({ link, days_requested }): IncomeInsightsAnswer => {
  const { explanation: _explanation, ...report } = insightsReport([link], { as_of: AS_OF, days_requested });
  return { report_id: 'e5'.repeat(16), created_at: TS, completed_at: TS, ...report };
});

const linkReport = (report: IncomeInsightsAnswer, status: LinkIncomeAnswer['status']): LinkIncomeAnswer => ({
  id: 'f6'.repeat(16),
  status,
  completed_at: status === 'processing' ? null : TS,
  days_requested: report.days_requested,
  tracking_info: 'loan-17',
  provider: 'vouch_bank',
  access_token: 'b2'.repeat(16),
  companies: [],
  accounts: report.links.flatMap(({ accounts }) => accounts),
  income: report.links.flatMap((link) => link.bank_income_sources),
  summary: report.bank_income_summary,
  is_suspicious: false,
});

const nothing = insightsReport([], { as_of: AS_OF, days_requested: 90 });
const EMPTY: IncomeInsightsAnswer = { report_id: 'e5'.repeat(16), created_at: TS, completed_at: TS, ...nothing };
const wordsOf = async (bytes: Buffer) => (await readPdf(bytes)).texts.map(({ text }) => text);

describe('an income report PDF', () => {
  test('an income report shows the totals of all currencies, and no texts overlap, whatever the report contains', async () => {
    await fc.assert(
      fc.asyncProperty(reports, async (report) => {
        const { texts } = await readPdf(await incomeInsightsPdf(report, USER_ID, PRINTED));
        const words = new Set(texts.map(({ text }) => text));
        const { bank_income_summary } = report;
        const sums = Object.values(bank_income_summary).flatMap((value) => (Array.isArray(value) ? value : []));
        expect(sums.filter(({ amount }) => !words.has(inFigures(amount)))).toEqual([]);
        expect(faultsOf(texts)).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });

  test('if an income report is empty, its PDF says that there are no accounts or no income', async () => {
    expect(await wordsOf(await incomeInsightsPdf(EMPTY, USER_ID, PRINTED))).toContain(
      'No account data was available when this report was created.',
    );
    const [report] = fc.sample(
      reports.filter(({ bank_income_summary }) => bank_income_summary.income_sources_count === 0),
      { numRuns: 1, seed: 3 },
    );
    if (report === undefined) throw new Error('no sample');
    expect(await wordsOf(await incomeInsightsPdf(report, USER_ID, PRINTED))).toContain(
      'No income was found in the accounts for the period of this report.',
    );
  });

  test.each([
    ['processing', 'Not complete: the bank data is still being retrieved.'],
    ['error', 'The bank data could not be retrieved; there is nothing to show.'],
  ] as const)(
    'the PDF of an income report on one link has a warning if the report’s status is %s',
    async (status, notice) => {
      const words = await wordsOf(await linkIncomePdf(linkReport(EMPTY, status), ORIGIN, PRINTED));
      expect(words).toContain(notice);
      expect(words).toContain('loan-17');
    },
  );

  test('an income report has a warning if the link is suspicious', async () => {
    const report = { ...linkReport(EMPTY, 'success'), is_suspicious: true };
    expect((await wordsOf(await linkIncomePdf(report, ORIGIN, PRINTED))).join(' ')).toContain('Flagged as suspicious');
  });

  test('the PDF of the same income report is identical each time, byte for byte', async () => {
    const [report = EMPTY] = fc.sample(reports, { numRuns: 1, seed: 8 });
    const [one, other] = [
      await incomeInsightsPdf(report, USER_ID, PRINTED),
      await incomeInsightsPdf(report, USER_ID, PRINTED),
    ];
    expect(one.equals(other)).toBe(true);
  });
});
