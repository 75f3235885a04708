import { describe, expect, test } from 'vitest';
import type { ImportedPart, ImportedW2 } from '#analysis/imports/imported-parts.ts';
import { digits, expectOnlyKnownFaults, expectSameInAllChunks, faultOf, partsOf, record } from '#test/fixed-files.ts';
import { parseEfw2 } from './parse-efw2.ts';

type Fields = Record<number, string>;
const ra = record(512, { 1: 'RA123456789', 38: 'EXAMPLE PAYROLL SERVICE' });
const re = (fields: Fields = {}) =>
  record(512, {
    1: 'RE2025',
    8: '123456789',
    40: 'NORTH HILL BAKERY LLC',
    97: 'SUITE 4',
    119: '12 MILL ROAD',
    141: 'DAYTON',
    163: 'OH',
    165: '454021234',
    ...fields,
  });
const rw = (fields: Fields = {}) =>
  record(512, {
    1: 'RW900112222',
    12: 'ANNA',
    27: 'MARIE',
    42: 'EXAMPLE',
    62: 'JR',
    88: '5 ELM STREET',
    110: 'DAYTON',
    132: 'OH',
    134: '45402',
    ...fields,
  });
const rt = (count: number, fields: Fields = {}) => record(512, { 1: `RT${digits(count, 7)}`, ...fields });
const rf = (count: number) => record(512, { 1: 'RF', 8: digits(count, 9) });
const file = (...records: string[]) => `${records.join('\r\n')}\r\n`;
const w2sOf = (parts: ImportedPart[]): ImportedW2[] => parts.flatMap((part) => (part.part === 'w2' ? [part.w2] : []));

// The positions that the Social Security Administration publishes: box, position in RW, position in RT.
const RW_POSITIONS: [box: string, from: number, total: number][] = [
  ['1', 188, 10],
  ['2', 199, 25],
  ['3', 210, 40],
  ['4', 221, 55],
  ['5', 232, 70],
  ['6', 243, 85],
  ['7', 254, 100],
  ['9', 265, 115],
  ['10', 276, 130],
  ['12D', 287, 145],
  ['12E', 298, 160],
  ['12F', 309, 175],
  ['12G', 320, 190],
  ['12H', 331, 205],
  ['11', 353, 235],
  ['12W', 364, 250],
  ['11', 375, 265],
  ['12Q', 386, 280],
  ['12C', 408, 310],
  ['12V', 419, 340],
  ['12Y', 430, 355],
  ['12AA', 441, 370],
  ['12BB', 452, 385],
  ['12DD', 463, 295],
  ['12FF', 474, 400],
];
const RO_POSITIONS: [box: string, from: number, total: number][] = [
  ['8', 12, 10],
  ['12A', 23, 25],
  ['12R', 34, 40],
  ['12S', 45, 55],
  ['12T', 56, 70],
  ['12M', 67, 85],
  ['12N', 78, 100],
  ['12Z', 89, 115],
  ['12EE', 111, 145],
  ['12GG', 122, 160],
  ['12HH', 133, 175],
  ['12II', 144, 190],
];

describe('parseEfw2', () => {
  test('reads employer, employee, boxes, check boxes and states', async () => {
    const employee = rw({ 188: digits(5_012_345, 11), 199: digits(400_000, 11), 486: '0', 488: '1', 489: '0' });
    const ro = record(512, { 1: 'RO', 12: digits(700, 11) });
    const rs = record(512, {
      1: 'RS39',
      10: '900112222',
      248: 'OH-998877',
      274: '39',
      276: digits(5_012_345, 11),
      287: digits(120_000, 11),
    });
    const ru = record(512, { 1: 'RU0000001', 10: digits(700, 15) });
    const totals = rt(1, { 10: digits(5_012_345, 15), 25: digits(400_000, 15) });
    const parts = await partsOf(parseEfw2, file(ra, re(), employee, ro, rs, totals, ru, rf(1)));
    expect(parts).toEqual([
      {
        part: 'w2',
        w2: {
          tax_year: 2025,
          employer: {
            tax_id: '123456789',
            name: 'NORTH HILL BAKERY LLC',
            address: ['SUITE 4', '12 MILL ROAD', 'DAYTON, OH 45402-1234'],
          },
          employee: {
            tax_id: '900112222',
            name: 'ANNA MARIE EXAMPLE JR',
            first_name: 'ANNA',
            middle_name: 'MARIE',
            last_name: 'EXAMPLE JR',
            address: ['5 ELM STREET', 'DAYTON, OH 45402'],
          },
          boxes: { 1: 5_012_345n, 2: 400_000n, 8: 700n },
          is_statutory: false,
          has_retirement_plan: true,
          has_third_party_sick_pay: false,
          states: [{ state: 'OH', state_id: 'OH-998877', wages: 5_012_345n, income_tax: 120_000n }],
        },
      },
    ]);
  });

  test.each(RW_POSITIONS)(
    'parseEfw2 reads box %s at position %i of the record RW, and checks its total at position %i of the record RT',
    async (box, from, total) => {
      const employee = rw({ [from]: digits(99_999_999_999n, 11) });
      const good = file(ra, re(), employee, rt(1, { [total]: digits(99_999_999_999n, 15) }), rf(1));
      expect(w2sOf(await partsOf(parseEfw2, good)).map(({ boxes }) => boxes)).toEqual([{ [box]: 99_999_999_999n }]);
      const wrong = file(ra, re(), employee, rt(1, { [total]: digits(99_999_999_998n, 15) }), rf(1));
      expect(await faultOf(parseEfw2, wrong)).toMatch(
        new RegExp(
          `^Line 4, column ${total}: the total of .* is 999999999.98, but the records add up to 999999999.99.$`,
        ),
      );
      const damaged = file(ra, re(), rw({ [from + 10]: 'x' }), rt(1), rf(1));
      expect(await faultOf(parseEfw2, damaged)).toMatch(
        new RegExp(`^Line 3, column ${from + 10}: .* is not a number.$`),
      );
    },
  );

  test.each(RO_POSITIONS)(
    'parseEfw2 reads box %s at position %i of the record RO, and checks its total at position %i of the record RU',
    async (box, from, total) => {
      const ro = record(512, { 1: 'RO', [from]: digits(42, 11) });
      const ru = (cents: number) => record(512, { 1: 'RU0000001', [total]: digits(cents, 15) });
      const good = file(ra, re(), rw(), ro, rt(1), ru(42), rf(1));
      expect(w2sOf(await partsOf(parseEfw2, good)).map(({ boxes }) => boxes)).toEqual([{ [box]: 42n }]);
      const wrong = file(ra, re(), rw(), ro, rt(1), ru(41), rf(1));
      expect(await faultOf(parseEfw2, wrong)).toMatch(
        new RegExp(`^Line 6, column ${total}: the total of .* is 0.41, `),
      );
    },
  );

  test('adds the amounts of the two kinds of nonqualified plans to get box 11', async () => {
    const employee = rw({ 353: digits(5, 11), 375: digits(7, 11) });
    const content = file(ra, re(), employee, rt(1, { 235: digits(5, 15), 265: digits(7, 15) }), rf(1));
    expect(w2sOf(await partsOf(parseEfw2, content))[0]?.boxes).toEqual({ 11: 12n });
  });

  test('checks the totals of each employer, and the number of all employees in the record RF', async () => {
    const one = [re(), rw({ 188: digits(100, 11) }), rw({ 188: digits(200, 11) }), rt(2, { 10: digits(300, 15) })];
    const two = [re({ 3: '2024', 8: '987654321' }), rw({ 188: digits(50, 11) }), rt(1, { 10: digits(50, 15) })];
    const w2s = w2sOf(await partsOf(parseEfw2, file(ra, ...one, ...two, rf(3))));
    expect(w2s.map(({ tax_year, employer }) => [tax_year, employer.tax_id])).toEqual([
      [2025, '123456789'],
      [2025, '123456789'],
      [2024, '987654321'],
    ]);
    expect(await faultOf(parseEfw2, file(ra, ...one, ...two, rf(2)))).toBe(
      'Line 9, column 8: the number of RW records is 2 instead of 3.',
    );
  });

  test.each<[string, string[], string]>([
    ['no RA record', [re()], 'Line 1, column 1: the file does not begin with a submitter record RA.'],
    ['a second RA record', [ra, ra], 'Line 2, column 1: a second submitter record RA.'],
    ['an employee without an employer', [ra, rw()], 'Line 2, column 1: an RW record without its RE record.'],
    ['an employee after the totals', [ra, re(), rt(0), rw()], 'Line 4, column 1: an RW record without its RE record.'],
    [
      'RO without an employee',
      [ra, re(), record(512, { 1: 'RO' })],
      'Line 3, column 1: an RO record without its RW record.',
    ],
    ['RT without an employer', [ra, rt(0)], 'Line 2, column 1: an RT record without its RE record.'],
    ['RU without an employer', [ra, record(512, { 1: 'RU' })], 'Line 2, column 1: an RU record without its RE record.'],
    [
      'an employer without RT',
      [ra, re(), rw(), re()],
      'Line 4, column 1: the employer before this record has no RT record.',
    ],
    [
      'RO without RU',
      [ra, re(), rw(), record(512, { 1: 'RO' }), rt(1), rf(1)],
      'Line 6, column 1: the employer before this record has no RU record.',
    ],
    ['a wrong number of RW', [ra, re(), rw(), rt(2)], 'Line 4, column 3: the number of RW records is 2 instead of 1.'],
    ['no RF record', [ra, re(), rt(0)], 'Line 4, column 1: the file ends without the final record RF.'],
    ['a record after RF', [ra, rf(0), ra], 'Line 3, column 1: a record follows the final record RF.'],
    [
      'an unknown record',
      [ra, record(512, { 1: 'RX' })],
      'Line 2, column 1: the record type is none of RA, RE, RW, RO, RS, RT, RU, RV and RF.',
    ],
    ['the year 1977', [ra, re({ 3: '1977' })], 'Line 2, column 3: the tax year is not between 1978 and 2099.'],
    [
      'an EIN with a letter',
      [ra, re({ 10: 'O' })],
      'Line 2, column 10: the employer identification number does not have nine digits.',
    ],
    [
      'an SSN with a dash',
      [ra, re(), rw({ 6: '-' })],
      'Line 3, column 6: the social security number does not have nine digits.',
    ],
    [
      'a wrong check box',
      [ra, re(), rw({ 488: 'X' })],
      'Line 3, column 488: the retirement plan indicator is neither 0 nor 1.',
    ],
    ['a short record', [ra, re().slice(0, 511)], 'Line 2, column 512: the record has 511 characters instead of 512.'],
    ['a long record', [ra, `${re()} `], 'Line 2, column 513: the record has more than 512 characters.'],
  ])('parseEfw2 refuses a file with %s', async (_name, records, message) => {
    expect(await faultOf(parseEfw2, file(...records))).toBe(message);
  });

  test('refuses an EFW2C file; the fault names the format EFW2C, not the wrong length of the records', async () => {
    for (const size of [1, 5, 5000]) {
      await expect(partsOf(parseEfw2, record(1024, { 1: 'RCA123456789' }), size)).rejects.toThrow(
        'Line 1, column 1: the file is EFW2C (corrections of W-2 forms), which is not read.',
      );
    }
  });

  test('treats an SSN of zeros as unknown, and accepts lower-case record types and state totals', async () => {
    const content = file(ra.replace('RA', 'ra'), re(), rw({ 3: '000000000' }), rt(1), record(512, { 1: 'RV' }), rf(1));
    expect(w2sOf(await partsOf(parseEfw2, content))[0]?.employee.tax_id).toBeNull();
  });

  test('accepts a state by its postal abbreviation; a state record that cannot be assigned is left out with a warning', async () => {
    const rs = (fields: Fields) => record(512, { 1: 'RS', ...fields });
    const content = file(
      ra,
      re(),
      rs({ 3: '39' }),
      rw(),
      rs({ 3: 'CA' }),
      rs({ 3: '03' }),
      rs({ 3: '06', 10: '111223333' }),
      rt(1),
      rf(1),
    );
    const parts = await partsOf(parseEfw2, content);
    expect(w2sOf(parts)[0]?.states).toEqual([{ state: 'CA', state_id: null, wages: 0n, income_tax: 0n }]);
    expect(parts.flatMap((part) => (part.part === 'warning' ? [part.warning] : []))).toEqual([
      { line: 3, column: 1, message: 'The state record has no RW record before it and is left out.' },
      { line: 6, column: 1, message: 'The state record has an unknown state code and is left out.' },
      { line: 7, column: 1, message: 'The state record is not of the employee before it and is left out.' },
    ]);
  });

  const sample = file(ra, re(), rw({ 188: digits(100, 11) }), rw(), rt(2, { 10: digits(100, 15) }), rf(2));

  test('for files with and without line ends, returns the same parts, whatever chunk size is used to read the file', async () => {
    await expectSameInAllChunks(parseEfw2, sample, 600);
    const without = sample.replaceAll('\r\n', '');
    expect(await partsOf(parseEfw2, without)).toEqual(await partsOf(parseEfw2, sample));
    await expectSameInAllChunks(parseEfw2, without, 60);
  });

  test('for a damaged file, either returns parts or throws a fault that names the place', async () => {
    await expectOnlyKnownFaults(parseEfw2, sample);
  });
});
