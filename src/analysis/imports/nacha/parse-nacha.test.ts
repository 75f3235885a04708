import { describe, expect, test } from 'vitest';
import type { ImportedPart, ImportedPayment } from '#analysis/imports/imported-parts.ts';
import { digits, expectOnlyKnownFaults, expectSameInAllChunks, faultOf, partsOf } from '#test/fixed-files.ts';
import {
  addenda,
  batchControl,
  batchHeader,
  type Control,
  entry,
  FILLER,
  file,
  fileControl,
  HASH,
  header,
  oneBatch,
} from '#test/nacha-files.ts';
import { parseNacha } from './parse-nacha.ts';

const paymentsOf = (parts: ImportedPart[]): ImportedPayment[] =>
  parts.flatMap((part) => (part.part === 'payment' ? [part.payment] : []));
const warningsOf = (parts: ImportedPart[]): string[] =>
  parts.flatMap(({ part, ...rest }) => {
    if (part !== 'warning' || !('warning' in rest)) return [];
    const { line, column, message } = rest.warning;
    return [`${line}:${column} ${message}`];
  });

describe('parseNacha', () => {
  test('reads a credit of a payroll batch', async () => {
    expect(await partsOf(parseNacha, oneBatch([entry('22', 169_085)]))).toEqual([
      {
        part: 'payment',
        payment: {
          company_name: 'NORTH HILL BAKER',
          company_id: '1123456789',
          description: 'PAYROLL',
          effective_date: '2026-01-05',
          receiver_name: 'ANNA EXAMPLE',
          receiver_id: 'E-0042',
          routing_number: '091000019',
          account_number: '00123-456',
          account_type: 'CHECKING',
          amount: 169_085n,
          trace_number: '091000010000001',
        },
      },
    ]);
  });

  test.each<[code: string, count: number, what: string]>([
    ['22', 1, 'a credit to a checking account'],
    ['32', 1, 'a credit to a savings account'],
    ['23', 0, 'a prenote'],
    ['33', 0, 'a prenote to a savings account'],
    ['24', 0, 'a credit of zero dollars'],
    ['27', 0, 'a debit'],
    ['37', 0, 'a debit from a savings account'],
    ['42', 0, 'a credit to the general ledger'],
    ['52', 0, 'a credit to a loan'],
    ['21', 0, 'a return'],
    ['36', 0, 'a return of a debit'],
  ])(
    'for an entry with the transaction code %s, parseNacha returns %i payments, because the entry is %s',
    async (code, count, _what) => {
      const parts = await partsOf(parseNacha, oneBatch([entry(code, 500)], { 1: '5200' }));
      const account_type = code.startsWith('2') ? 'CHECKING' : 'SAVINGS';
      expect(paymentsOf(parts).map((payment) => payment.account_type)).toEqual(
        Array.from({ length: count }, () => account_type),
      );
      const returned = '3:2 The entry is a return or a notice of change and is left out.';
      expect(warningsOf(parts)).toEqual(code === '21' || code === '36' ? [returned] : []);
    },
  );

  test.each<[string, number]>([
    ['PPD', 1],
    ['CCD', 1],
    ['WEB', 0],
    ['CTX', 0],
    ['IAT', 0],
  ])('for a batch of class %s, parseNacha returns %i payments', async (entry_class, count) => {
    const parts = await partsOf(parseNacha, oneBatch([entry('22', 5)], { 51: entry_class }));
    expect(paymentsOf(parts)).toHaveLength(count);
    const left_out = '2:51 The entries of the batch are left out, because its class is neither PPD nor CCD.';
    expect(warningsOf(parts)).toEqual(count === 1 ? [] : [left_out]);
  });

  test('leaves out a credit of a reversal and a credit without an amount, and returns a warning for each', async () => {
    const reversal = await partsOf(parseNacha, oneBatch([entry('22', 5)], { 54: 'REVERSAL' }));
    expect(paymentsOf(reversal)).toEqual([]);
    expect(warningsOf(reversal)).toEqual(['3:2 The entry is part of a reversal and is left out.']);
    const empty = await partsOf(parseNacha, oneBatch([entry('22', 0)]));
    expect(paymentsOf(empty)).toEqual([]);
    expect(warningsOf(empty)).toEqual(['3:2 The entry has no amount and is left out.']);
  });

  test.each<[string, string, number, string[]]>([
    ['05', 'THANK YOU', 1, []],
    ['99', 'R03091000010000001', 0, ['3:1 The entry before was returned with code R03 and is left out.']],
    ['98', 'C01091000010000001', 0, ['3:1 The entry before is a notice of change with code C01 and is left out.']],
    ['99', '???', 0, ['3:1 The entry before was returned and is left out.']],
  ])(
    'for addenda of type %s with the text %s, parseNacha returns %i payments and the warnings %j',
    async (type, text, count, warnings) => {
      const parts = await partsOf(
        parseNacha,
        oneBatch([entry('22', 5, { 79: '1' }), addenda(type, text), entry('27', 5)], { 1: '5200' }),
      );
      expect(paymentsOf(parts)).toHaveLength(count);
      expect(warningsOf(parts)).toEqual(warnings);
    },
  );

  test('returns a warning for a wrong check digit, and for an entry that contradicts the service class of its batch', async () => {
    const wrong = await partsOf(parseNacha, oneBatch([entry('22', 5, { 4: '091000018' })]));
    expect(paymentsOf(wrong)).toHaveLength(1);
    expect(warningsOf(wrong)).toEqual(['3:12 The check digit of the routing number is wrong.']);
    const debit = await partsOf(parseNacha, oneBatch([entry('27', 5)]));
    expect(warningsOf(debit)).toEqual(['3:2 A batch of credits has a debit.']);
    const credit = await partsOf(parseNacha, oneBatch([entry('22', 5)], { 1: '5225' }));
    expect(warningsOf(credit)).toEqual(['3:2 A batch of debits has a credit.']);
  });

  test.each<[string, string]>([
    ['260105', '2026-01-05'],
    ['691231', '2069-12-31'],
    ['700101', '1970-01-01'],
    ['240229', '2024-02-29'],
  ])('parseNacha reads the effective date %s as %s', async (written, expected) => {
    const [payment] = paymentsOf(await partsOf(parseNacha, oneBatch([entry('22', 5)], { 70: written })));
    expect(payment?.effective_date).toBe(expected);
  });

  test('uses the date of the file, with a warning, if the effective date is missing; refuses the file if both are missing', async () => {
    for (const empty of ['      ', '000000']) {
      const content = oneBatch([entry('22', 5)], { 70: empty });
      const parts = await partsOf(parseNacha, content);
      expect(paymentsOf(parts)[0]?.effective_date).toBe('2026-01-02');
      expect(warningsOf(parts)).toEqual(['2:70 The batch has no effective date; the date of the file is used.']);
      expect(await faultOf(parseNacha, content.replace('260102', '      '))).toBe(
        'Line 2, column 70: neither the batch nor the file has a date.',
      );
    }
  });

  const good: Control = { count: 1, hash: HASH, credits: 500 };
  const closed = [header(), batchHeader(), entry('22', 500), batchControl(good)];

  test('accepts filler records that complete the last block, and counts eleven records as two blocks', async () => {
    const filled = file(...closed, fileControl(good), ...Array.from({ length: 5 }, () => FILLER));
    expect(paymentsOf(await partsOf(parseNacha, filled))).toHaveLength(1);
    const six = Array.from({ length: 6 }, () => entry('22', 1));
    expect(paymentsOf(await partsOf(parseNacha, oneBatch(six)))).toHaveLength(6);
    const seven = [...six, entry('22', 1)];
    expect(oneBatch(seven)).toContain(`${digits(1, 6)}${digits(2, 6)}`);
    expect(paymentsOf(await partsOf(parseNacha, oneBatch(seven)))).toHaveLength(7);
  });

  test('compares only the last ten digits of the entry hash', async () => {
    const entries = Array.from({ length: 101 }, () => entry('22', 1, { 4: '99999999', 12: '2' }));
    const hash = (101 * 99_999_999) % 10_000_000_000;
    const control = { count: 101, hash, credits: 101 };
    const content = file(
      header(),
      batchHeader(),
      ...entries,
      batchControl(control),
      fileControl({ ...control, fields: { 8: digits(11, 6) } }),
    );
    expect(101 * 99_999_999).toBeGreaterThan(10_000_000_000);
    expect(paymentsOf(await partsOf(parseNacha, content))).toHaveLength(101);
  });

  test('adds up the totals of several batches', async () => {
    const second = { ...good, fields: { 88: '0000002' } };
    const end = fileControl({ count: 2, hash: 2 * HASH, credits: 1000, fields: { 2: digits(2, 6) } });
    const content = file(
      ...closed,
      batchHeader({ 88: '0000002', 5: 'SOUTH HILL DAIRY' }),
      entry('22', 500),
      batchControl(second),
      end,
    );
    expect(paymentsOf(await partsOf(parseNacha, content)).map(({ company_name }) => company_name)).toEqual([
      'NORTH HILL BAKER',
      'SOUTH HILL DAIRY',
    ]);
  });

  const sample = oneBatch([entry('22', 500), entry('32', 70, { 79: '1' }), addenda('05', 'NOTE'), entry('23', 0)]);

  test('for files with and without line ends, returns the same parts, whatever chunk size is used to read the file', async () => {
    await expectSameInAllChunks(parseNacha, sample, sample.length);
    const without = sample.replaceAll('\n', '');
    expect(await partsOf(parseNacha, without)).toEqual(await partsOf(parseNacha, sample));
    await expectSameInAllChunks(parseNacha, without, 100);
  });

  test('for a damaged file, either returns parts or throws a fault that names the place', async () => {
    await expectOnlyKnownFaults(parseNacha, sample);
  });
});
