import { describe, expect, test } from 'vitest';
import { fraudSignals } from '#analysis/documents/fraud/signals.ts';
import { readDocuments } from '#analysis/documents/read.ts';
import type { Page } from '#domain/documents/pages.ts';
import type { Check, Field, Fields, ReadDocument, Reading } from '#domain/documents/read-documents.ts';
import { printedPage } from '#test/printed-page.ts';
import { checkBankStatement } from './bank-statement.ts';
import { confusionsOf } from './confusions.ts';
import { checkPayStub } from './pay-stub.ts';
import { repaired } from './repair.ts';
import { checkW2 } from './w2.ts';

const field = (printed: string): Field => ({
  value: BigInt(printed.includes('.') ? printed.replaceAll(/[.,]/g, '') : `${printed.replaceAll(',', '')}00`),
  raw: printed,
  page: 1,
  box: { left: 0, top: 0, right: 1, bottom: 1 },
  method: 'label',
  confidence: 0.95,
});
const fields = (texts: Record<string, string>): Fields =>
  Object.fromEntries(Object.entries(texts).map(([name, printed]) => [name, field(printed)]));

const everyPage = (): boolean => true;
const noPage = (): boolean => false;

/** Returns the names of the repaired fields with their new values. */
function repairsIn({ fields: own, tables }: Reading): Record<string, unknown> {
  const cells = Object.entries(tables).flatMap(([table, rows]) =>
    rows.flatMap((row, at) => Object.entries(row).map(([name, one]) => [`${table}[${at}].${name}`, one] as const)),
  );
  return Object.fromEntries(
    [...Object.entries(own), ...cells].flatMap(([name, { repair, value }]) => (repair ? [[name, value]] : [])),
  );
}

describe('confusionsOf', () => {
  test('replaces each printed digit by each digit that OCR confuses with it', () => {
    expect(confusionsOf(856n, '8.56')).toEqual([56n, 656n, 356n, 956n, 866n, 858n, 855n, 85_600n]);
  });

  test('does not change cents that are not printed; also returns the amount with a restored decimal point', () => {
    expect(confusionsOf(124_000n, '1240')).toEqual([724_000n, 124_800n, 124_900n, 1_240n]);
  });

  test('keeps the sign, and does not replace the first digit of 80.22 by a zero', () => {
    expect(confusionsOf(-8_022n, '-80.22')).toEqual([-6_022n, -3_022n, -9_022n, -8_822n, -8_922n, -802_200n, -22n]);
  });

  test('also returns the amount without its first digit if that digit is an 8, which may be a misread dollar sign', () => {
    expect(confusionsOf(-87_455n, '(874.55)')).toContain(-7_455n);
    expect(confusionsOf(852_697n, '+8526.97')).toContain(52_697n);
    expect(confusionsOf(8_123_456n, '81,234.56')).toContain(123_456n);
    // An 8 directly before a comma, or after a printed dollar sign, is a digit and not a misread dollar sign.
    expect(confusionsOf(852_697n, '8,526.97')).not.toContain(52_697n);
    expect(confusionsOf(87_455n, '$874.55')).not.toContain(7_455n);
  });
});

describe('repaired() for misread amounts', () => {
  const stub = ({ gross = '2,000.00', medicare = '29.00', net = '1,671.00', federal = '300.00' } = {}): Reading => ({
    fields: fields({ gross_pay: gross, net_pay: net }),
    tables: {
      earnings: [fields({ current: '1,600.00' }), fields({ current: '400.00' })],
      taxes: [fields({ current: federal }), fields({ current: medicare })],
    },
  });

  test('leaves a document unchanged if its figures fit together', () => {
    const reading = stub();
    expect(repaired(reading, checkPayStub, everyPage)).toBe(reading);
  });

  test('replaces an amount if both equations with this amount fail, and names the two equations', () => {
    const after = repaired(stub({ gross: '2,800.00' }), checkPayStub, everyPage);
    expect(repairsIn(after)).toEqual({ gross_pay: 200_000n });
    expect(after.fields['gross_pay']).toEqual({
      ...field('2,800.00'),
      value: 200_000n,
      confidence: 0.8,
      repair: {
        read: 280_000n,
        checks: [
          {
            name: 'earnings_add_up_to_gross',
            inputs: ['earnings[0].current', 'earnings[1].current', 'gross_pay'],
          },
          {
            name: 'gross_minus_withheld_is_net',
            inputs: ['gross_pay', 'taxes[0].current', 'taxes[1].current', 'net_pay'],
          },
        ],
      },
    });
    expect(checkPayStub(after).every(({ holds }) => holds)).toBe(true);
  });

  test('restores a lost decimal point', () => {
    expect(repairsIn(repaired(stub({ medicare: '2900' }), checkPayStub, everyPage))).toEqual({
      'taxes[1].current': 2_900n,
    });
  });

  test('repairs nothing if there are several explanations for a sum that fails', () => {
    // The taxes add up to 380.00. Either the printed total of 388.00 is wrong, or one of the taxes is 8.00 too low.
    const reading: Reading = {
      fields: fields({ total_taxes: '388.00' }),
      tables: { taxes: [fields({ current: '300.00' }), fields({ current: '80.00' })] },
    };
    expect(checkPayStub(reading).map(({ holds }) => holds)).toEqual([false]);
    expect(repairsIn(repaired(reading, checkPayStub, everyPage))).toEqual({});
  });

  test('repairs nothing if no single misread digit explains why a sum fails', () => {
    expect(repairsIn(repaired(stub({ net: '1,672.50' }), checkPayStub, everyPage))).toEqual({});
  });

  test('does not change an amount to repair one equation if the change breaks another equation', () => {
    const reading = stub({ net: '1,171.00' });
    expect(repairsIn(repaired(reading, checkPayStub, everyPage))).toEqual({ 'taxes[0].current': 80_000n });
    const confirmed = { ...reading, fields: { ...reading.fields, ...fields({ total_taxes: '329.00' }) } };
    expect(repairsIn(repaired(confirmed, checkPayStub, everyPage))).toEqual({});
  });

  test('never repairs the figures of a page that OCR did not read', () => {
    const reading = stub({ gross: '2,800.00' });
    expect(repaired(reading, checkPayStub, noPage)).toBe(reading);
  });

  test('repairs nothing if the only relation that fails is a bound, such as “at most”', () => {
    const reading: Reading = { fields: fields({ wages: '3,000.00', federal_tax: '8,000.00' }), tables: {} };
    expect(repairsIn(repaired(reading, checkW2, everyPage))).toEqual({});
  });

  test('repairs a tax on a W-2 if the tax does not follow from the wages', () => {
    const reading: Reading = { fields: fields({ medicare_wages: '45,243.00', medicare_tax: '856.02' }), tables: {} };
    expect(repairsIn(repaired(reading, checkW2, everyPage))).toEqual({ medicare_tax: 65_602n });
  });

  const statement = (amounts: readonly string[], balances: readonly string[]): Reading => ({
    fields: fields({ opening_balance: '100.00', closing_balance: '500.00' }),
    tables: {
      transactions: amounts.map((amount, at) => fields({ amount, balance: balances[at] ?? '0.00' })),
    },
  });
  const BALANCES = ['160.00', '240.00', '400.00', '500.00'];

  test('repairs two amounts of one statement if the balance in each amount’s row shows the error', () => {
    const read = statement(['80.00', '80.00', '760.00', '100.00'], BALANCES);
    expect(repairsIn(repaired(read, checkBankStatement, everyPage))).toEqual({
      'transactions[0].amount': 6_000n,
      'transactions[2].amount': 16_000n,
    });
  });

  test('repairs balances that contradict the amounts before and after them', () => {
    const read = statement(['60.00', '80.00', '160.00', '100.00'], ['180.00', '240.00', '408.00', '500.00']);
    expect(repairsIn(repaired(read, checkBankStatement, everyPage))).toEqual({
      'transactions[0].balance': 16_000n,
      'transactions[2].balance': 40_000n,
    });
  });

  test('repairs four amounts of one statement, because each contradicts only the balance in its row', () => {
    const amounts = ['80.00', '10.00', '30.00', '10.00', '760.00', '10.00', '700.00'];
    const balances = ['160.00', '170.00', '250.00', '260.00', '420.00', '430.00', '530.00'];
    const read: Reading = {
      fields: fields({ opening_balance: '100.00', closing_balance: '530.00' }),
      tables: { transactions: amounts.map((amount, at) => fields({ amount, balance: balances[at] ?? '' })) },
    };
    expect(repairsIn(repaired(read, checkBankStatement, everyPage))).toEqual({
      'transactions[0].amount': 6_000n,
      'transactions[2].amount': 8_000n,
      'transactions[4].amount': 16_000n,
      'transactions[6].amount': 10_000n,
    });
  });

  test('checks the balances around a transaction whose amount could not be read', () => {
    const read = statement(['60.00', '80.00', '760.00', '100.00'], BALANCES);
    const rows = (read.tables['transactions'] ?? []).map(({ amount, ...row }, index) =>
      index === 1 || amount === undefined ? row : { ...row, amount },
    );
    const reading = { ...read, tables: { transactions: rows } };
    expect(repairsIn(repaired(reading, checkBankStatement, everyPage))).toEqual({ 'transactions[2].amount': 16_000n });
  });

  test('repairs nothing in a long statement without balances, because it cannot try every explanation', () => {
    const rows = Array.from({ length: 800 }, () => fields({ amount: '10.00' }));
    const reading: Reading = {
      fields: fields({ opening_balance: '0.00', closing_balance: '8,800.00' }),
      tables: { transactions: rows },
    };
    let calls = 0;
    const counted = (one: Reading): Check[] => {
      calls++;
      return checkBankStatement(one);
    };
    expect(repairsIn(repaired(reading, counted, everyPage))).toEqual({});
    expect(calls).toBeLessThan(400);
  });
});

describe('readDocuments', () => {
  const page = (net_pay: string): Page =>
    readByOcr(`Quill Harbor LLC                         Earnings Statement
Pay Date: 01/09/2026          Period Ending: 01/02/2026

Earnings          Hours      Rate       Current         YTD
Regular           80.00     25.00      2,000.00    2,000.00
Gross Pay                              2,000.00    2,000.00

Taxes                                   Current         YTD
Federal Income Tax                       150.00      150.00
Social Security                          124.00      124.00
Medicare                                  29.00       29.00

Net Pay                                ${net_pay}`);
  /** Words from OCR are never certain. */
  const readByOcr = (text: string): Page => withWords(printedPage(text), { confidence: 0.96 });
  const asText = (one: Page): Page => withWords(one, { font: 'Helvetica', confidence: 1 });
  const withWords = (one: Page, more: Partial<Page['words'][number]>): Page => ({
    ...one,
    words: one.words.map((word) => ({ ...word, ...more })),
  });
  const netOf = ([document]: readonly ReadDocument[]) => document?.fields['net_pay'];

  test('repairs a misread amount in a scan', () => {
    expect(netOf(readDocuments([page('1,897.00')]))).toMatchObject({
      value: 169_700n,
      raw: '1,897.00',
      repair: { read: 189_700n, checks: [{ name: 'gross_minus_withheld_is_net' }] },
    });
  });

  test('does not change a forged amount in the text of a PDF, and reports the forged amount', () => {
    const pages = [asText(page('1,897.00'))];
    const documents = readDocuments(pages);
    expect(netOf(documents)).toMatchObject({ value: 189_700n });
    expect(netOf(documents)).not.toHaveProperty('repair');
    expect(fraudSignals(documents, pages, null).flat()).toMatchObject([
      { code: 'arithmetic_mismatch', severity: 'high', expected: '1697.00', actual: '1897.00' },
    ]);
  });
});
