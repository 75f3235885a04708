import { describe, expect, test } from 'vitest';
import type { ImportedForm1099, ImportedPart } from '#analysis/imports/imported-parts.ts';
import { digits, expectOnlyKnownFaults, expectSameInAllChunks, faultOf, partsOf, record } from '#test/fixed-files.ts';
import { parseFire } from './parse-fire.ts';

type Fields = Record<number, string>;
const t = record(750, { 1: 'T2025', 7: '123456789', 30: 'EXAMPLE FILING SERVICE' });
const a = (code: string, fields: Fields = {}) =>
  record(750, {
    1: 'A2025',
    12: '123456789',
    26: code,
    28: '1',
    53: 'NORTH HILL BAKERY LLC',
    93: 'PAYROLL DEPARTMENT',
    133: '0',
    134: '12 MILL ROAD',
    174: 'DAYTON',
    214: 'OH',
    216: '45402',
    ...fields,
  });
const b = (fields: Fields = {}) =>
  record(750, {
    1: 'B2025',
    11: '2',
    12: '900112222',
    21: 'ACCT-1',
    288: 'ANNA EXAMPLE',
    368: '5 ELM STREET',
    448: 'DAYTON',
    488: 'OH',
    490: '454021234',
    ...fields,
  });
const c = (count: number, fields: Fields = {}) => record(750, { 1: `C${digits(count, 8)}`, ...fields });
const f = (payers: number, payees?: number) =>
  record(750, { 1: `F${digits(payers, 8)}`, ...(payees === undefined ? {} : { 50: digits(payees, 8) }) });
const file = (...records: string[]) => `${records.join('\r\n')}\r\n`;
const formsOf = (parts: ImportedPart[]): ImportedForm1099[] =>
  parts.flatMap((part) => (part.part === 'form_1099' ? [part.form] : []));

describe('parseFire', () => {
  test('reads payer, recipient and amounts', async () => {
    const content = file(t, a('NE'), b({ 55: digits(123_456, 12) }), c(1, { 16: digits(123_456, 18) }), f(1, 1));
    expect(await partsOf(parseFire, content)).toEqual([
      {
        part: 'form_1099',
        form: {
          form: 'NEC',
          tax_year: 2025,
          is_correction: false,
          payer: {
            tax_id: '123456789',
            name: 'NORTH HILL BAKERY LLC PAYROLL DEPARTMENT',
            address: ['12 MILL ROAD', 'DAYTON, OH 45402'],
          },
          recipient: {
            tax_id: '900112222',
            name: 'ANNA EXAMPLE',
            address: ['5 ELM STREET', 'DAYTON, OH 45402-1234'],
          },
          recipient_tax_id_type: 'SSN',
          account_number: 'ACCT-1',
          amounts: { 1: 123_456n },
        },
      },
    ]);
  });

  test.each<[string, string]>([
    ['1', 'DIV'],
    ['4', 'A'],
    ['5', 'C'],
    ['6', 'INT'],
    ['7', 'PATR'],
    ['9', 'R'],
    ['A', 'MISC'],
    ['B', 'B'],
    ['D', 'OID'],
    ['F', 'G'],
    ['J', 'H'],
    ['LS', 'LS'],
    ['M', 'SA'],
    ['MC', 'K'],
    ['NE', 'NEC'],
    ['P', 'CAP'],
    ['Q', 'Q'],
    ['QA', 'QA'],
    ['S', 'S'],
    ['SB', 'SB'],
    ['T', 'LTC'],
  ])('parseFire reads a form of type %s as 1099-%s', async (code, form) => {
    const [read] = formsOf(await partsOf(parseFire, file(t, a(code), b(), c(1), f(1))));
    expect(read?.form).toBe(form);
  });

  test.each(['3', 'X', '2', 'FP', 'QL', '8', 'BT', 'N', 'Z', 'L', 'V', 'K', 'W'])(
    'for forms of type %s, which is not a 1099, parseFire returns one warning and leaves the forms out, but still checks their totals',
    async (code) => {
      const content = file(t, a(code), b({ 55: digits(5, 12) }), c(1, { 16: digits(5, 18) }), f(1));
      expect(await partsOf(parseFire, content)).toEqual([
        {
          part: 'warning',
          warning: { line: 2, column: 26, message: 'The forms of this payer are not 1099 forms and are left out.' },
        },
      ]);
      expect(await faultOf(parseFire, content.replace(digits(5, 18), digits(6, 18)))).toContain('Line 4, column 16: ');
    },
  );

  test.each([...'123456789ABCDEFGHJ'].map((code, index) => [code, 55 + 12 * index, 16 + 18 * index] as const))(
    'parseFire reads amount %s from position %i of record B, and compares it with the total at position %i of record C',
    async (code, from, total) => {
      const payee = b({ [from]: digits(999_999_999_999n, 12) });
      const content = (sum: bigint) => file(t, a('A'), payee, c(1, { [total]: digits(sum, 18) }), f(1));
      const [form] = formsOf(await partsOf(parseFire, content(999_999_999_999n)));
      expect(form?.amounts).toEqual({ [code]: 999_999_999_999n });
      expect(await faultOf(parseFire, content(1n))).toBe(
        `Line 4, column ${total}: control total ${code} is 0.01, but the records add up to 9999999999.99.`,
      );
    },
  );

  test('reads 16 amounts up to tax year 2020; since 2021, reads 18 amounts, and the name lines begin 40 positions later', async () => {
    const payee = record(750, {
      1: 'B2020',
      12: '900112222',
      235: digits(7, 12),
      248: 'ANNA EXAMPLE',
      288: 'AND BEN EXAMPLE',
    });
    const content = file(t, a('A', { 2: '2020' }), payee, c(1, { 286: digits(7, 18) }), f(1));
    const [form] = formsOf(await partsOf(parseFire, content));
    expect(form).toMatchObject({
      tax_year: 2020,
      amounts: { G: 7n },
      recipient: { name: 'ANNA EXAMPLE AND BEN EXAMPLE' },
    });
    const later = record(750, {
      1: 'B2021',
      12: '900112222',
      259: digits(7, 12),
      288: 'ANNA EXAMPLE',
      328: 'AND BEN EXAMPLE',
    });
    const [new_form] = formsOf(
      await partsOf(parseFire, file(t, a('A', { 2: '2021' }), later, c(1, { 322: digits(7, 18) }), f(1))),
    );
    expect(new_form).toMatchObject({
      tax_year: 2021,
      amounts: { J: 7n },
      recipient: { name: 'ANNA EXAMPLE AND BEN EXAMPLE' },
    });
  });

  test('reads a minus sign at the beginning of an amount', async () => {
    const content = file(
      t,
      a('B'),
      b({ 79: '-00000000050' }),
      b({ 79: digits(20, 12) }),
      c(2, { 52: `-${digits(30, 17)}` }),
      f(1),
    );
    expect(formsOf(await partsOf(parseFire, content)).map(({ amounts }) => amounts)).toEqual([{ 3: -50n }, { 3: 20n }]);
  });

  test.each<[string, boolean]>([
    [' ', false],
    ['G', true],
    ['C', true],
  ])('for the correction indicator "%s", parseFire sets is_correction to %s', async (indicator, is_correction) => {
    const [form] = formsOf(await partsOf(parseFire, file(t, a('A'), b({ 6: indicator }), c(1), f(1))));
    expect(form?.is_correction).toBe(is_correction);
  });

  test.each<[string, string | null]>([
    ['1', 'EIN'],
    ['2', 'SSN'],
    [' ', null],
  ])('for the type of TIN "%s", parseFire sets recipient_tax_id_type to %s', async (type, expected) => {
    const [form] = formsOf(await partsOf(parseFire, file(t, a('A'), b({ 11: type }), c(1), f(1))));
    expect(form?.recipient_tax_id_type).toBe(expected);
  });

  test('does not add the name of a transfer agent to the payer’s name, and treats a TIN of spaces as unknown', async () => {
    const content = file(t, a('1', { 133: '1' }), b({ 12: '         ', 21: ' '.repeat(20) }), c(1), f(1));
    const [form] = formsOf(await partsOf(parseFire, content));
    expect(form).toMatchObject({
      payer: { name: 'NORTH HILL BAKERY LLC' },
      recipient: { tax_id: null },
      account_number: null,
    });
  });

  const k = record(750, { 1: 'K' });
  test.each<[string, string[], string]>([
    ['no transmitter', [a('A')], 'Line 1, column 1: the file does not begin with a transmitter record T.'],
    ['a second transmitter', [t, t], 'Line 2, column 1: a second transmitter record T.'],
    ['an unknown type of return', [t, a('??')], 'Line 2, column 26: the type of return is unknown.'],
    ['a payee without a payer', [t, b()], 'Line 2, column 1: a B record without its A record.'],
    ['a payee after the totals', [t, a('A'), c(0), b()], 'Line 4, column 1: a B record without its A record.'],
    ['totals without a payer', [t, c(0)], 'Line 2, column 1: a C record without its A record.'],
    ['state totals before the totals', [t, a('A'), k], 'Line 3, column 1: a K record without its C record.'],
    ['a payer without totals', [t, a('A'), a('A')], 'Line 3, column 1: the payer before this record has no C record.'],
    ['an end without totals', [t, a('A'), f(1)], 'Line 3, column 1: the payer before this record has no C record.'],
    [
      'a wrong number of payees',
      [t, a('A'), b(), c(2)],
      'Line 4, column 2: the number of B records is 2 instead of 1.',
    ],
    [
      'a wrong number of payers',
      [t, a('A'), c(0), f(2)],
      'Line 4, column 2: the number of A records is 2 instead of 1.',
    ],
    [
      'a wrong number of all payees',
      [t, a('A'), b(), c(1), f(1, 2)],
      'Line 5, column 50: the number of payees is 2 instead of 1.',
    ],
    ['another year', [t, a('A'), b({ 2: '2024' })], 'Line 3, column 2: the year differs from the one in the A record.'],
    ['the year 2100', [t, a('A', { 2: '2100' })], 'Line 2, column 2: the tax year is not between 1978 and 2099.'],
    ['an amount with a letter', [t, a('A'), b({ 66: 'x' })], 'Line 3, column 66: payment amount 1 is not a number.'],
    [
      'a TIN with a dash',
      [t, a('A'), b({ 15: '-' })],
      'Line 3, column 15: the taxpayer identification number does not have nine digits.',
    ],
    [
      'a wrong correction indicator',
      [t, a('A'), b({ 6: 'X' })],
      'Line 3, column 6: the correction indicator is none of G, C and a space.',
    ],
    ['a record after the end', [t, f(0), t], 'Line 3, column 1: a record follows the final record F.'],
    ['no end', [t, a('A'), c(0), k], 'Line 5, column 1: the file ends without the final record F.'],
    [
      'an unknown record',
      [t, record(750, { 1: 'Z' })],
      'Line 2, column 1: the record type is none of T, A, B, C, K and F.',
    ],
    ['a short record', [t.slice(0, 749)], 'Line 1, column 750: the record has 749 characters instead of 750.'],
    ['a long record', [t, `${a('A')}.`], 'Line 2, column 751: the record has more than 750 characters.'],
  ])('parseFire refuses a file with %s', async (_name, records, message) => {
    expect(await faultOf(parseFire, file(...records))).toBe(message);
  });

  test('checks the totals of each payer, and the number of all payees in the record F', async () => {
    const one = [a('NE'), b({ 55: digits(5, 12) }), b(), c(2, { 16: digits(5, 18) }), k];
    const two = [a('MC', { 12: '987654321' }), b({ 55: digits(9, 12) }), c(1, { 16: digits(9, 18) })];
    const forms = formsOf(await partsOf(parseFire, file(t, ...one, ...two, f(2, 3))));
    expect(forms.map(({ form, payer }) => [form, payer.tax_id])).toEqual([
      ['NEC', '123456789'],
      ['NEC', '123456789'],
      ['K', '987654321'],
    ]);
  });

  const sample = file(t, a('NE'), b({ 55: digits(5, 12) }), b(), c(2, { 16: digits(5, 18) }), f(1, 2));

  test('for files with and without line ends, returns the same parts, whatever chunk size is used to read the file', async () => {
    await expectSameInAllChunks(parseFire, sample, 800);
    const without = sample.replaceAll('\r\n', '');
    expect(await partsOf(parseFire, without)).toEqual(await partsOf(parseFire, sample));
    await expectSameInAllChunks(parseFire, without, 60);
  });

  test('for a damaged file, either returns parts or throws a fault that names the place', async () => {
    await expectOnlyKnownFaults(parseFire, sample);
  });
});
