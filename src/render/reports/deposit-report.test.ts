import { describe, expect, test } from 'vitest';
import type { DepositProduct, DepositReportAnswer } from '#domain/reports/deposit-reports.ts';
import { readPdf } from '#test/pdf.ts';
import { faultsOf, PRINTED, rowOf } from '#test/reports.ts';
import { depositReportPdf } from './deposit-report.ts';

const ORIGIN = { link_id: 'c3'.repeat(16), provider_name: 'Vouch Payroll', data_source: 'payroll' } as const;
const DEPOSIT = {
  account_number: '400100219999',
  routing_number: '991000012',
  account_type: 'checking',
  bank_name: 'Vouch Bank',
  deposit_type: 'amount',
  deposit_value: '250.50',
} as const;
const REPORT: DepositReportAnswer = {
  id: 'a1'.repeat(16),
  status: 'done',
  finished_at: '2026-03-01T12:00:00Z',
  completed_at: '2026-03-01T12:00:00Z',
  access_token: 'b2'.repeat(16),
  tracking_info: null,
  pdf_report: null,
  provider: { id: 'vouch_payroll', name: 'Vouch Payroll', logo_url: null },
  is_suspicious: false,
  employer: { id: null, name: 'Quarry Lane Bakery', logo_url: null },
  deposit_details: DEPOSIT,
  initial_accounts: [
    {
      ...DEPOSIT,
      account_number: '400100214721',
      deposit_type: 'entire',
      deposit_value: null,
      account_name: 'Everyday',
    },
    { ...DEPOSIT, account_number: '400100218890', deposit_type: 'percent', deposit_value: '12.50', account_name: null },
  ],
};
const read = async (more: Partial<DepositReportAnswer> = {}, product: DepositProduct = 'deposit_switch') => {
  const { texts, pages } = await readPdf(await depositReportPdf({ ...REPORT, ...more }, product, ORIGIN, PRINTED));
  return { texts, pages, words: texts.map(({ text }) => text) };
};

describe('a deposit report PDF', () => {
  test('a deposit report shows the deposit accounts before and after the switch', async () => {
    const { texts, words, pages } = await read();
    for (const text of [
      'Deposit switch report',
      'Where pay goes now',
      '400100219999',
      '250.50',
      'Quarry Lane Bakery',
    ]) {
      expect(words).toContain(text);
    }
    expect(rowOf(texts, '400100214721')).toEqual([
      'Vouch Bank',
      'Everyday',
      'Checking',
      '400100214721',
      '991000012',
      'Entire',
    ]);
    expect(rowOf(texts, '400100218890')).toEqual([
      'Vouch Bank',
      '–',
      'Checking',
      '400100218890',
      '991000012',
      '12.50 %',
    ]);
    expect(words.join(' ')).not.toContain(REPORT.access_token);
    expect(faultsOf(texts)).toEqual([]);
    expect(pages).toBe(1);
  });

  test('a report about a paycheck-linked loan says that only part of the pay goes to the account', async () => {
    const { words } = await read({}, 'pll');
    expect(words).toContain('Paycheck-linked loan report');
    expect(words).toContain('Where part of the pay goes now');
  });

  test('if the switch failed, a deposit report says that the deposit was not changed', async () => {
    const { words } = await read({ status: 'not_supported', initial_accounts: null, employer: null });
    expect(words).toContain('The change was not made.');
    expect(words).toContain('Where pay was to go');
    expect(words).toContain('The provider does not show where pay was deposited before.');
    expect(words.filter((text) => /undefined|NaN|^null/.test(text))).toEqual([]);
  });

  test('if the user had no deposit account before the switch, a deposit report says that pay was not deposited to any account', async () => {
    expect((await read({ initial_accounts: [] })).words).toContain(
      'Before the change, pay was not deposited to any account.',
    );
  });
});
