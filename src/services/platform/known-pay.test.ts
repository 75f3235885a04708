import { describe, expect, test } from 'vitest';
import { inDecimals } from '#base/money.ts';
import type { KeptSections } from '#domain/reports/link-data.ts';
import { JOB, STATEMENT } from '#test/pay.ts';
import { knownPayOf } from './known-pay.ts';

const TS = '2026-03-01T12:00:00Z';
const { statements: _statements, w2s: _w2s, ...job } = inDecimals(JOB);
const data: KeptSections = {
  employments: [{ ...job, created_at: TS, updated_at: TS }],
  statements: [{ ...inDecimals(STATEMENT), employment_id: job.id, created_at: TS, updated_at: TS }],
};
const link = { company_mapping: null, allowed_products: ['income' as const], is_suspicious: false };
const MAPPED = { id: 'c4'.repeat(16), name: 'Lantern Freight', logo_url: null };

describe('knownPayOf returns the pay in the data of payroll links', () => {
  test('known pay contains the employer, and the gross and net pay of each pay stub', () => {
    expect(knownPayOf([{ link, data }])).toEqual({
      employers: [{ id: null, name: JOB.company.name, logo_url: null }],
      calibrations: [
        {
          id: STATEMENT.id,
          employer_name: JOB.company.name,
          pay_date: STATEMENT.pay_date,
          gross_cents: STATEMENT.gross_pay,
          net_cents: STATEMENT.net_pay,
        },
      ],
    });
  });

  test('employers from the company catalogue come before all other employers', () => {
    const { employers } = knownPayOf([
      { link, data },
      { link: { ...link, company_mapping: MAPPED }, data: { employments: [] } },
    ]);
    expect(employers.map(({ name }) => name)).toEqual(['Lantern Freight', JOB.company.name]);
  });

  test('known pay does not contain a pay stub that lacks gross pay or net pay', () => {
    const [statement] = data.statements ?? [];
    if (statement === undefined) throw new Error('the sample has lost its statement');
    for (const gap of [{ gross_pay: null }, { net_pay: null }]) {
      const with_gap = { ...data, statements: [{ ...statement, ...gap }] };
      expect(knownPayOf([{ link, data: with_gap }]).calibrations).toEqual([]);
    }
  });

  test('known pay does not contain the pay of a suspicious link or of a link without the income product', () => {
    for (const other of [{ is_suspicious: true }, { allowed_products: ['employment' as const] }]) {
      const known = knownPayOf([{ link: { ...link, ...other }, data }]);
      expect([known.employers.length, known.calibrations]).toEqual([1, []]);
    }
  });

  test('known pay contains no data from bank links', () => {
    expect(knownPayOf([{ link: { ...link, company_mapping: MAPPED }, data: { accounts: [] } }])).toEqual({
      employers: [],
      calibrations: [],
    });
  });
});
