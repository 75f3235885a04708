import { describe, expect, test } from 'vitest';
import { EARNINGS, stub, uploaded, type Values, without } from '#test/uploaded-documents.ts';
import { statementsOf } from './statements.ts';

const LINK = 'a'.repeat(32);
const JOB = 'b'.repeat(32);
const read = (...documents: Parameters<typeof statementsOf>[0]) => statementsOf(documents, JOB, LINK);
const one = (...documents: Parameters<typeof statementsOf>[0]) => {
  const [statement, ...more] = read(...documents);
  if (statement === undefined || more.length > 0) throw new Error(`expected one statement, not ${more.length + 1}`);
  return statement;
};

describe('a statement made from a pay stub', () => {
  test('a statement has the amounts, the dates and the file of its pay stub', () => {
    const document = stub(1);
    expect(one(document)).toMatchObject({
      employment_id: JOB,
      check_number: '100234',
      pay_date: '2026-02-20',
      period_start: '2026-02-01',
      period_end: '2026-02-14',
      gross_pay: 320_000n,
      gross_pay_ytd: 1_280_000n,
      net_pay: 240_000n,
      net_pay_ytd: 960_000n,
      file_id: document.file_id,
      md5sum: document.md5sum,
      missing_data_fields: ['deductions', 'deductions_ytd'],
    });
  });

  test('a statement has the sums of its stub’s lines by category, and zero for a category without lines', () => {
    expect(one(stub(1))).toMatchObject({
      regular: 280_000n,
      overtime: 21_000n,
      bonus: 0n,
      commission: 0n,
      other_pay: 19_000n,
      other_pay_ytd: 76_000n,
      bonus_ytd: 0n,
      hours: 8_943n,
      basis_of_pay: 'H',
    });
    expect(one(stub(1)).derived_fields).toEqual(
      expect.arrayContaining(['regular', 'overtime', 'bonus', 'other_pay_ytd', 'hours', 'basis_of_pay']),
    );
  });

  test('a statement has null for a category without lines if the lines do not add up to gross pay', () => {
    const statement = one(stub(1, { gross_pay: 320_003n, gross_pay_ytd: 1_280_002n }));
    expect(statement).toMatchObject({ regular: 280_000n, bonus: null, commission: null, bonus_ytd: 0n });
    expect(statement.missing_data_fields).toContain('bonus');
    expect(statement.derived_fields).not.toContain('bonus');
  });

  test('a statement counts reimbursements as other pay, even if gross pay does not include them', () => {
    const rows = [...EARNINGS, { description: 'Mileage', current: 5_000n, ytd: 5_000n }];
    expect(one(stub(1, {}, { earnings: rows }))).toMatchObject({ bonus: 0n, other_pay: 24_000n });
  });

  test('a statement has only the totals if the pay stub has no table of earnings', () => {
    expect(one(stub(1, {}, { earnings: [] }))).toMatchObject({
      gross_pay: 320_000n,
      regular: null,
      other_pay_ytd: null,
      hours: null,
      basis_of_pay: null,
      earnings: [],
      derived_fields: [],
    });
  });

  test('a statement has taxes and deductions by category; a line of an earlier period is counted only in the year to date', () => {
    const statement = one(
      stub(
        1,
        {},
        {
          taxes: [{ description: 'Federal Income Tax', current: 40_000n, ytd: 160_000n }],
          deductions: [
            { description: '401(k)', current: 16_000n, ytd: 64_000n },
            { description: 'Uniform', ytd: 2_500n },
          ],
          employer_contributions: [{ description: '401(k) match', current: 8_000n }],
        },
      ),
    );
    expect(statement.deductions).toEqual([
      { name: 'Federal Income Tax', amount: 40_000n, category: 'federal' },
      { name: '401(k)', amount: 16_000n, category: 'retirement' },
    ]);
    expect(statement.deductions_ytd.map(({ name, amount }) => [name, amount])).toEqual([
      ['Federal Income Tax', 160_000n],
      ['401(k)', 64_000n],
      ['Uniform', 2_500n],
    ]);
  });

  test('no statement is created from a pay stub with neither gross nor net pay', () => {
    expect(read(without(stub(1), 'gross_pay', 'net_pay'))).toEqual([]);
    expect(read(without(stub(1), 'gross_pay'))).toHaveLength(1);
    expect(read(uploaded(2, 'W2', { wages: 1n }))).toEqual([]);
  });
});

describe('statementsOf for hours and basis of pay', () => {
  const basis = (...earnings: Values[]) => {
    const { hours, basis_of_pay } = one(stub(1, {}, { earnings }));
    return [hours, basis_of_pay];
  };

  test('the hours of a premium or differential are not counted a second time', () => {
    const premium = { description: 'Overtime Premium', hours: 400n, rate: 1_750n, current: 7_000n };
    expect(basis({ description: 'Regular', hours: 8_400n, current: 313_000n }, premium)).toEqual([8_400n, null]);
  });

  test('the basis of pay is hourly if hours times rate equals the amount, within two cents', () => {
    const line = (current: bigint) => ({ description: 'Regular', hours: 8_000n, rate: 3_500n, current });
    expect(basis(line(280_002n))).toEqual([8_000n, 'H']);
    expect(basis(line(280_003n))).toEqual([8_000n, null]);
  });

  test('the basis of pay is a salary if a line is named salary, even if the line has hours and a rate', () => {
    expect(basis({ description: 'Salary', hours: 8_000n, rate: 3_500n, current: 280_000n })).toEqual([8_000n, 'S']);
  });

  test('a line that is not regular pay does not show an hourly basis of pay', () => {
    expect(basis({ description: 'Vacation', hours: 800n, rate: 3_500n, current: 28_000n })).toEqual([800n, null]);
  });
});

describe('statementsOf for several stubs', () => {
  test('returns the statement with the newest pay date first; each stub has a separate id', () => {
    const statements = read(stub(1, { pay_date: '2026-02-06' }), stub(2), stub(3, { pay_date: '2026-01-23' }));
    expect(statements.map(({ pay_date }) => pay_date)).toEqual(['2026-02-20', '2026-02-06', '2026-01-23']);
    expect(new Set(statements.map(({ id }) => id)).size).toBe(3);
  });

  test('two copies of a stub become one statement, with the values of the more complete copy and the id of the first copy', () => {
    const scan = without(stub(1), 'check_number', 'net_pay_ytd');
    const [alone, both] = [one(scan), one(scan, stub(2))];
    expect(both).toMatchObject({ id: alone.id, check_number: '100234', file_id: stub(2).file_id });
    expect(one(stub(1), without(stub(2), 'check_number')).file_id).toBe(stub(1).file_id);
  });

  test.each<[string, Values]>([
    ['another amount', { gross_pay: 320_001n }],
    ['another amount of the year', { gross_pay_ytd: 1_600_000n }],
    ['another check', { check_number: '100235' }],
    ['another pay date', { pay_date: '2026-02-27' }],
  ])('statementsOf returns two statements if the second stub has %s', (_, values) => {
    expect(read(stub(1), stub(2, values))).toHaveLength(2);
  });

  test('the first payment of a day keeps its id if a second payment on the same day is added', () => {
    const [first] = read(stub(1));
    const both = read(stub(1), stub(2, { gross_pay: 50_000n, net_pay: 40_000n, check_number: '100235' }));
    expect(both.find(({ gross_pay }) => gross_pay === 320_000n)?.id).toBe(first?.id);
    expect(new Set(both.map(({ id }) => id)).size).toBe(2);
  });

  test('a statement keeps its id if its stub is read again with a corrected value', () => {
    expect(one(stub(1, { net_pay: 240_100n })).id).toBe(one(stub(1)).id);
  });
});
