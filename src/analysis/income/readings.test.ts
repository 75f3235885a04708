import { describe, expect, test } from 'vitest';
import { newReader } from './readings.ts';

const payer = (text: string, memo: string | null = null) => newReader()(text, memo).reading.payer;

describe('who paid', () => {
  test.each([
    ['ACME TOOLS DES:PAYROLL ID:4471 INDN:DOE,JANE CO ID:9100004821 PPD', 'ACME TOOLS'],
    ['ACME TOOLS INC PAYROLL PPD ID: 9100004821', 'ACME TOOLS'],
    ['ACME TOOLS PAYROLL 260102 00417 DOE JANE', 'ACME TOOLS'],
    ['ACH CREDIT ACME TOOLS PAYROLL', 'ACME TOOLS'],
    ['Direct Deposit - Payroll ACME TOOLS', 'ACME TOOLS'],
    ['DEPOSIT ACME TOOLS TYPE: PAYROLL ID: 9100004821 CO: ACME TOOLS', 'ACME TOOLS'],
    ['RIVERBEND AUTO PARTS DIR DEP', 'RIVERBEND AUTO PARTS'],
    ['ADVANCE TOOL WORKS PAYROLL', 'ADVANCE TOOL WORKS'],
    ['SALARY ACME TOOLS LTD BACS', 'ACME TOOLS'],
    ['ACME TOOLS 12345 AUSTIN TX', 'ACME TOOLS'],
    ['7 OAKS MARKET', 'OAKS MARKET'],
  ])('%s', (text, expected) => expect(payer(text)).toBe(expected));

  test.each([
    ['ADP PAYROLL ACME TOOLS', 'ACME TOOLS'],
    ['QUICKBOOKS PAYROLL ACME TOOLS', 'ACME TOOLS'],
    ['RIPPLING DES:ACME TOOLS INC', 'ACME TOOLS'],
    ['ADP TOTALSOURCE DES:PAYROLL', 'ADP TOTALSOURCE'],
    ['PAYCHEX INC DES:PAYROLL', 'PAYCHEX'],
  ])('the employer rather than the payroll company, if there is one: %s', (text, expected) => {
    expect(payer(text)).toBe(expected);
  });

  test.each([
    ['Zelle payment from TOBIAS FENWICK for "rent"; Conf# ab12cd', 'ZELLE TOBIAS FENWICK'],
    ['ZELLE FROM TOBIAS FENWICK ON 03/02 REF 123456789', 'ZELLE TOBIAS FENWICK'],
    ['VENMO CASHOUT PPD ID: 9990000401', 'VENMO'],
    ['VENMO DES:CASHOUT ID:1 INDN:DOE CO ID:9990000401 PPD', 'VENMO'],
  ])('people by the app they use: %s', (text, expected) => expect(payer(text)).toBe(expected));

  test('the sender of a wire', () => {
    expect(payer('WIRE TYPE:WIRE IN DATE: 260102 TIME:1200 TRN:2026 ORIG:ACME TOOLS')).toBe('ACME TOOLS');
  });

  test('the memo, where the text names nobody', () => {
    expect(payer('ACH Deposit', 'ACME TOOLS PAYROLL')).toBe('ACME TOOLS');
    expect(payer('ACH Deposit')).not.toBe('ACME TOOLS');
  });

  test('texts that differ in numbers only share one reading', () => {
    const read = newReader();
    const [a, b] = ['BASIN GEAR REFUND 4411', 'BASIN GEAR REFUND 99120'].map((text) => read(text, null));
    expect(a?.reading).toBe(b?.reading);
    expect(read('BASIN GEAR PAYROLL 4411', null).reading).not.toBe(a?.reading);
  });

  test('a long number ends a name, a short one does not, whichever is read first', () => {
    const texts = ['STUDIO 54 PRESS', 'STUDIO 54321 PRESS'];
    const names = (order: string[]) => {
      const read = newReader();
      return new Map(order.map((text) => [text, read(text, null).reading.payer]));
    };
    const expected = new Map(texts.map((text, at) => [text, at === 0 ? 'STUDIO PRESS' : 'STUDIO']));
    expect(names(texts)).toEqual(expected);
    expect(names(texts.toReversed())).toEqual(expected);
  });
});
