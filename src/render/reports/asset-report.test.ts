import { describe, expect, test } from 'vitest';
import { assetReport } from '#analysis/assets/asset-report.ts';
import { addDays } from '#base/calendar.ts';
import { type AssetReportAnswer, type AssetReportChoices, presentAssetReport } from '#domain/reports/asset-reports.ts';
import type { KeptAccount, Owner } from '#domain/reports/financial-accounts.ts';
import { account, BORROWER, choices, heldLink, transaction } from '#test/assets.ts';
import { readPdf } from '#test/pdf.ts';
import { faultsOf, PRINTED, rowOf } from '#test/reports.ts';
import { assetReportPdf } from './asset-report.ts';

const TODAY = '2026-03-01';
const MADE = { id: 'a1'.repeat(16), created_at: new Date('2026-03-01T12:00:00Z') };
const OWNER: Owner = {
  id: 'c4'.repeat(16),
  full_name: 'Odalys Brennecke',
  email: 'odalys.brennecke@example.com',
  phone: '+16025550126',
  address: { street: '9 Saguaro Bend', city: 'Phoenix', state: 'AZ', zip: '85004', country: 'US' },
  relation_type: 'PRIMARY',
};

const reportOn = (held: KeptAccount[], transactions = [] as ReturnType<typeof transaction>[], more = {}) =>
  presentAssetReport(
    MADE,
    assetReport(BORROWER, [heldLink(held, transactions)], choices(more as Partial<AssetReportChoices>), TODAY),
  );

async function read(report: AssetReportAnswer) {
  const { texts, pages } = await readPdf(await assetReportPdf(report, PRINTED));
  return { texts, pages, words: texts.map(({ text }) => text) };
}

const threshold = (fixed_amount: '1000.00') => ({
  large_deposit_threshold: { ...choices().large_deposit_threshold, fixed_amount },
});

describe('an asset report PDF', () => {
  const checking = account('1234.56', { owners: [OWNER] });
  const transactions = [
    transaction(checking, '2026-02-27', 'CREDIT', '2500.00', { description: 'GIFT OF AN AUNT' }),
    transaction(checking, '2026-02-26', 'DEBIT', '7.10', { description: 'QUARRY COFFEE', status: 'PENDING' }),
    transaction(checking, '2025-11-01', 'CREDIT', '3.00'),
  ];

  test('an asset report shows the person, the date, the large deposit threshold, and the account with its owner', async () => {
    const { texts, words, pages } = await read(reportOn([checking], transactions, threshold('1000.00')));
    const said = [
      'Asset report',
      'As of 03/01/2026',
      'Acme Lending',
      'Odalys Brennecke',
      '***-**-9991',
      'borrower-17',
      '1,000.00',
      'Account: Lantern Daily, Vouch Bank',
      '991000012',
      '1 of 1',
      `SHA-256 ${PRINTED.checksum}`,
    ];
    expect(said.filter((text) => !words.includes(text))).toEqual([]);
    expect(rowOf(texts, 'Primary')).toEqual([
      'Odalys Brennecke',
      'Primary',
      '9 Saguaro Bend, Phoenix, AZ 85004',
      '+16025550126',
      'odalys.brennecke@example.com',
    ]);
    expect(faultsOf(texts)).toEqual([]);
    expect(pages).toBe(1);
  });

  test('an asset report marks a large deposit in the transaction table, and lists large deposits above the table', async () => {
    const { texts, words } = await read(reportOn([checking], transactions, threshold('1000.00')));
    const row = ['02/27/2026', 'GIFT OF AN AUNT', 'Large deposit', '2,500.00'];
    const lines = texts.filter(({ text }) => text === 'GIFT OF AN AUNT');
    expect(lines).toHaveLength(2);
    for (const { page, y } of lines) {
      expect(texts.filter((one) => one.page === page && one.y === y).map(({ text }) => text)).toEqual(row);
    }
    expect(rowOf(texts, 'QUARRY COFFEE')).toEqual(['02/26/2026', 'QUARRY COFFEE', 'Pending', '7.10']);
    expect((await read(reportOn([checking], transactions))).words).not.toContain('Large deposit');
    expect(words.indexOf('Large deposits')).toBeLessThan(words.indexOf('Transactions'));
  });

  test('an asset report has separate columns for money in and money out', async () => {
    const { texts } = await read(reportOn([checking], transactions));
    const edgeOf = (name: string) => {
      const found = texts.find(({ text }) => text === name);
      return found === undefined ? Number.NaN : found.x + found.width;
    };
    expect(edgeOf('2,500.00')).toBeCloseTo(edgeOf('Credit'), 0);
    expect(edgeOf('7.10')).toBeCloseTo(edgeOf('Debit'), 0);
  });

  test('if the is_voe option is set, an asset report shows no amounts and says that amounts are not included', async () => {
    const { words, texts } = await read(reportOn([checking], transactions, { ...threshold('1000.00'), is_voe: true }));
    expect(words.filter((text) => /\d\.\d\d/.test(text))).toEqual([]);
    expect(words).toContain('Amounts are not part of this report.');
    expect(rowOf(texts, 'QUARRY COFFEE')).toEqual(['02/26/2026', 'QUARRY COFFEE', 'Pending', 'Debit']);
  });

  test('if the person has no accounts, an asset report has one page, which says that there was no account data', async () => {
    const report = presentAssetReport(MADE, assetReport(BORROWER, [], choices(), TODAY));
    const { words, pages } = await read(report);
    expect(words).toContain('No account data was available when this report was created.');
    expect(pages).toBe(1);
  });

  test('an asset report uses the owner name from the bank if the client gave no name, and never shows the word null or undefined', async () => {
    const nobody = { ...BORROWER, first_name: null, last_name: null, ssn: null, phone: null, email: null };
    const report = { ...reportOn([checking], transactions), borrower: { ...nobody, external_user_id: null } };
    const { words } = await read(report);
    expect(words.filter((text) => text === 'Odalys Brennecke')).toHaveLength(2);
    expect(words.filter((text) => /undefined|NaN|^null/.test(text))).toEqual([]);
    const bare = account(null, { mask: null, nickname: null, routing_number: null });
    const { words: rest } = await read({ ...reportOn([bare]), borrower: nobody });
    expect(rest).toContain('Account: Checking, Vouch Bank');
    expect(rest.filter((text) => /undefined|NaN|^null/.test(text))).toEqual([]);
  });

  test('if there is a debt, an asset report says that the totals do not include debts; if there are several currencies, it says that they are not added together', async () => {
    const notes = ['Each average includes', 'Cards, lines of credit and loans', 'Amounts in different currencies'];
    const notesShown = async (held: KeptAccount[], lines = transactions) => {
      const { words } = await read(reportOn(held, lines));
      return notes.map((note) => words.some((text) => text.startsWith(note)));
    };
    expect(await notesShown([checking])).toEqual([false, false, false]);
    expect(await notesShown([checking, account('1.00', { type: 'CREDIT_CARD' })])).toEqual([false, true, false]);
    const euros = account('1.00', { balances: { ...checking.balances, currency_code: 'EUR' } });
    expect(await notesShown([checking, euros])).toEqual([true, false, true]);
  });

  test('an asset report labels the balance of a line of credit as owed', async () => {
    const card = account('88.00', { type: 'LINE_OF_CREDIT', subtype: 'HELOC' });
    const { words } = await read(reportOn([card]));
    expect(words).toContain('Owed, USD');
    expect(words).toContain('Line of credit, HELOC');
    expect(words).toContain('No transactions in the period of this report.');
  });
});

describe('a long asset report PDF', () => {
  test('a long asset report shows only the newest 6000 transactions, on about a hundred pages', async () => {
    const checking = account('1.00');
    const lines = Array.from({ length: 6_001 }, (_, at) =>
      transaction(checking, addDays(TODAY, -Math.floor(at / 100)), 'DEBIT', '1.00'),
    );
    const { words, pages } = await read(reportOn([checking], lines));
    expect(words.filter((text) => text === 'Lantern Market')).toHaveLength(6_000);
    expect(words).toContain('Transactions: the newest 6000 of 6001');
    expect(pages).toBeLessThan(110);
  });

  test('a long asset report with many accounts shows at least the newest 25 transactions of each account', async () => {
    const accounts = Array.from({ length: 250 }, () => account('1.00'));
    const lines = accounts.flatMap((one, at) =>
      Array.from({ length: [25, 26][at] ?? 0 }, () => transaction(one, TODAY, 'DEBIT', '1.00')),
    );
    const { words } = await read(reportOn(accounts, lines));
    expect(words).toContain('Account 250 of 250: Lantern Daily, Vouch Bank');
    expect(words.filter((text) => text.startsWith('Transactions'))).toEqual([
      'Transactions',
      'Transactions: the newest 25 of 26',
    ]);
  });

  test('a long asset report keeps all texts on the page without overlap, even if names are long or in other scripts', async () => {
    const long = 'W'.repeat(120);
    const owners = Array.from({ length: 12 }, () => ({
      ...OWNER,
      full_name: `Żółć ${long}`,
      email: `${long}@example.com`,
    }));
    const checking = account('9999999999.99', { nickname: `Daily ${long}`, owners });
    const lines = [
      transaction(checking, TODAY, 'CREDIT', '9999999999.99', { description: `漢字 ${long}` }),
      transaction(checking, '2025-11-01', 'DEBIT', '9999999999.99'),
    ];
    const { texts, words } = await read(reportOn([checking], lines, threshold('1000.00')));
    expect(faultsOf(texts)).toEqual([]);
    expect(words).toContain('9,999,999,999.99');
    expect(words).toContain('Owners: the first 10 of 12');
  });
});
