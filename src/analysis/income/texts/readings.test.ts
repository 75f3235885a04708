import { describe, expect, test } from 'vitest';
import { newReader } from './readings.ts';

const payer = (text: string, memo: string | null = null) => newReader()(text, memo).reading.payer;

describe('a reader of deposit descriptions', () => {
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
    ['7 OAKS MARKET', '7 OAKS MARKET'],
  ])('from a deposit description, the company’s name is read as the payer: %s', (text, expected) =>
    expect(payer(text)).toBe(expected),
  );

  test.each([
    ['ACH CORP CREDIT PAYROLL RIVERBEND AUTO CUSTOMER ID 118204', 'RIVERBEND AUTO'],
    ['ACH CORP CREDIT DIR DEP QUILL PRESS INC CUSTOMER ID XXXXX4471', 'QUILL PRESS'],
    ['ACH IN ACME TOOLS PAYROLL', 'ACME TOOLS'],
    ['Electronic Deposit From ACME TOOLS', 'ACME TOOLS'],
    ['ACH Electronic Credit ACME TOOLS PAYROLL', 'ACME TOOLS'],
    ['ACME TOOLS PAYROLL~ Future Amount: 812.40 ~ Tran: DDIR', 'ACME TOOLS'],
  ])('from a deposit description, the payer’s name is read without the bank’s own words: %s', (text, expected) =>
    expect(payer(text)).toBe(expected),
  );

  test.each([
    ['DIR DEP CREDIT HARBOR 260102', 'CREDIT HARBOR'],
    ['Auto Glass Works', 'AUTO GLASS WORKS'],
    ['ACH CREDIT DIRECT MARINE PAYROLL', 'DIRECT MARINE'],
    ['CREDIT 1234567', 'DEPOSIT'],
  ])(
    'a word that banks also print, such as CREDIT, stays in the payer’s name if the rest of a name follows the word: %s',
    (text, expected) => expect(payer(text)).toBe(expected),
  );

  test.each([
    ['RENT A BENCH PAYROLL', 'RENT A BENCH'],
    ['Direct Deposit - RENT A BENCH', 'RENT A BENCH'],
    ['DISABILITY PARTNERS PAYROLL', 'DISABILITY PARTNERS'],
    ['SWIFT RIVER FREIGHT DIR DEP', 'SWIFT RIVER FREIGHT'],
    ['ACH Deposit TRANSFER HAULERS - PAYROLL', 'TRANSFER HAULERS'],
    ['PAYROLL ADVANCE GLASS WORKS', 'ADVANCE GLASS WORKS'],
    ['PAYPAL INC PAYROLL 260102 DOE JANE', 'PAYPAL'],
  ])(
    'from a deposit description, an employer’s name is read even if it contains words for other kinds of money: %s',
    (text, expected) => {
      expect(payer(text)).toBe(expected);
    },
  );

  test.each([
    ['PAYROLL ACME TOOLS JANE DOE CUSTOMER ID 118204', 'ACME TOOLS', 'JANE DOE'],
    ['PAYROLL ACME TOOLS DOE, JANE CUSTOMER ID 118204', 'ACME TOOLS', 'DOE, JANE'],
    ['DIR DEP ACME TOOLS JANE Q DOE CUSTOMER ID XXXXX4471', 'ACME TOOLS', 'JANE Q DOE'],
    ['PAYROLL ACME CUSTOMER ID 118204', 'ACME', null],
  ])(
    'in a deposit description, the recipient’s name is separated from the payer’s name: %s',
    (text, expected, person) => {
      const read = newReader()(text, null);
      expect([read.reading.payer, read.person]).toEqual([expected, person]);
    },
  );

  test.each([
    ['ADP PAYROLL ACME TOOLS', 'ACME TOOLS'],
    ['QUICKBOOKS PAYROLL ACME TOOLS', 'ACME TOOLS'],
    ['RIPPLING DES:ACME TOOLS INC', 'ACME TOOLS'],
    ['ADP TOTALSOURCE DES:PAYROLL', 'ADP TOTALSOURCE'],
    ['PAYCHEX INC DES:PAYROLL', 'PAYCHEX'],
    ['PAYCHEX HR DIRECT DEP', 'PAYCHEX'],
    ['PAYLOCITY CORPOR', 'PAYLOCITY'],
    ['Paycor Payroll Dayton OH', 'PAYCOR'],
    ['GUSTO PAY 383865 JANE DOE', 'GUSTO'],
    ['Deposit ACH PAYCOM PAYROLL TYPE: DIRECT DEP ID: 9990000412 CO: PAYCOM PAYROLL', 'PAYCOM'],
  ])(
    'from a deposit description, the employer is read as the payer, or the payroll company if no employer is named: %s',
    (text, expected) => {
      expect(payer(text)).toBe(expected);
    },
  );

  test.each([
    ['Zelle payment from TOBIAS FENWICK for "rent"; Conf# ab12cd', 'ZELLE TOBIAS FENWICK'],
    ['ZELLE FROM TOBIAS FENWICK ON 03/02 REF 123456789', 'ZELLE TOBIAS FENWICK'],
    ['VENMO CASHOUT PPD ID: 9990000401', 'VENMO'],
    ['VENMO DES:CASHOUT ID:1 INDN:DOE CO ID:9990000401 PPD', 'VENMO'],
  ])(
    'from a deposit description, the payment app is read and, if it is named, the person who paid with the app: %s',
    (text, expected) => expect(payer(text)).toBe(expected),
  );

  test('reads the sender of a wire as the payer', () => {
    expect(payer('WIRE TYPE:WIRE IN DATE: 260102 TIME:1200 TRN:2026 ORIG:ACME TOOLS')).toBe('ACME TOOLS');
  });

  test('reads the payer’s name from the memo if the description names no payer', () => {
    expect(payer('ACH Deposit', 'ACME TOOLS PAYROLL')).toBe('ACME TOOLS');
    expect(payer('ACH Deposit')).not.toBe('ACME TOOLS');
  });

  test('of several descriptions that differ only in long numbers, one is read and its result is used for all', () => {
    const read = newReader();
    const [a, b] = ['BASIN GEAR REFUND 4411', 'BASIN GEAR REFUND 99120'].map((text) => read(text, null));
    expect(a?.reading).toBe(b?.reading);
    expect(read('BASIN GEAR PAYROLL 4411', null).reading).not.toBe(a?.reading);
  });

  test('ends a name at a long number but not at a short number; the order in which descriptions are read does not matter', () => {
    const texts = ['STUDIO 54 PRESS', 'STUDIO 54321 PRESS'];
    const names = (order: string[]) => {
      const read = newReader();
      return new Map(order.map((text) => [text, read(text, null).reading.payer]));
    };
    const expected = new Map(texts.map((text, at) => [text, at === 0 ? 'STUDIO PRESS' : 'STUDIO']));
    expect(names(texts)).toEqual(expected);
    expect(names(texts.toReversed())).toEqual(expected);
  });

  test('recognizes a truncated word after any number; the order in which descriptions are read does not matter', () => {
    const texts = ['QUAY CITY 1 OFFICE SOC SE', 'QUAY CITY 123 OFFICE SOC SE'];
    const tags = (order: string[]) => {
      const read = newReader();
      return order.map((text) => read(text, null).reading.tags.has('social_security'));
    };
    expect([tags(texts), tags(texts.toReversed())]).toEqual([
      [true, true],
      [true, true],
    ]);
  });
});
