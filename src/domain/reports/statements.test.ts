import { describe, expect, test } from 'vitest';
import { annualIncomeOf, byNewestPayDate, type KeptStatement, presentStatement, presentW2 } from './statements.ts';

const ID = '0'.repeat(32);

const statement = (given: Partial<KeptStatement>): KeptStatement => ({
  id: ID,
  check_number: null,
  pay_date: '2026-01-09',
  period_start: null,
  period_end: null,
  gross_pay: null,
  gross_pay_ytd: null,
  net_pay: null,
  net_pay_ytd: null,
  regular: null,
  regular_ytd: null,
  overtime: null,
  overtime_ytd: null,
  bonus: null,
  bonus_ytd: null,
  commission: null,
  commission_ytd: null,
  other_pay: null,
  other_pay_ytd: null,
  hours: null,
  basis_of_pay: null,
  earnings: [],
  earnings_ytd: [],
  deductions: [],
  deductions_ytd: [],
  file_id: null,
  md5sum: null,
  derived_fields: [],
  missing_data_fields: [],
  ...given,
});

const URL = (name: string) => `https://vouch.example/${name}`;

describe('presentStatement', () => {
  test('returns the stored fields; if no file is stored, returns null as the file', () => {
    const shown = presentStatement(statement({ gross_pay: '1234.56' }), URL);
    expect(shown).toMatchObject({ gross_pay: '1234.56', net_pay: null, file: null });
    expect(shown).not.toHaveProperty('file_id');
  });

  test('returns a URL if the statement has a stored file', () => {
    expect(presentStatement(statement({ file_id: 'f1' }), URL).file).toBe(`https://vouch.example/statement-${ID}.pdf`);
  });
});

test('presentW2 returns a URL for a stored file', () => {
  const empty = { wages: null, gross_pay: null, federal_tax: null, social_security_wages: null, medicare_wages: null };
  const taxes = { social_security_tax: '0.01', medicare_tax: null } as const;
  const shown = presentW2({ id: ID, year: 2025, ...empty, ...taxes, file_id: 'f2', md5sum: null }, URL);
  expect(shown).toMatchObject({ year: 2025, social_security_tax: '0.01', file: `https://vouch.example/w2-${ID}.pdf` });
});

test('byNewestPayDate sorts statements without a date last', () => {
  const dates = [null, '2025-01-10', '2026-01-09'].map((pay_date) => statement({ pay_date }));
  expect(dates.toSorted(byNewestPayDate).map(({ pay_date }) => pay_date)).toEqual(['2026-01-09', '2025-01-10', null]);
});

describe('annualIncomeOf', () => {
  test('annualIncomeOf() uses the last year-to-date amount of each year, and returns the newest year first', () => {
    const years = annualIncomeOf({ id: ID }, [
      statement({ pay_date: '2025-12-26', gross_pay: '1.00', gross_pay_ytd: '26.00' }),
      statement({ pay_date: '2025-12-12', gross_pay: '1.00', gross_pay_ytd: '25.00' }),
      statement({ pay_date: '2026-01-09', gross_pay: '1.10', gross_pay_ytd: '1.10' }),
    ]);
    expect(years.map(({ year, gross_pay }) => [year, gross_pay])).toEqual([
      [2026, '1.10'],
      [2025, '26.00'],
    ]);
  });

  test('annual sums add up the statements if no statement has a year-to-date amount; a sum is null if no statement has an amount for it', () => {
    const [year] = annualIncomeOf({ id: ID }, [
      statement({ gross_pay: '1.00', bonus: '0.05' }),
      statement({ pay_date: '2026-01-23', gross_pay: '1.00' }),
      statement({ pay_date: null, gross_pay: '1.00' }),
    ]);
    expect(year).toMatchObject({ gross_pay: '2.00', bonus: '0.05', net_pay: null });
  });

  test('if the source provides the sums of a year, the annual sums of this year are those sums', () => {
    const none = { net_pay: null, bonus: null, commission: null, overtime: null, regular: null, other_pay: null };
    const employment = { id: ID, annual_income_summary: [{ year: 2025, gross_pay: '95000.00' as const, ...none }] };
    const of_2025 = statement({ pay_date: '2025-12-26', gross_pay: '1.00' });
    expect(annualIncomeOf(employment, [of_2025])).toMatchObject([{ year: 2025, gross_pay: '95000.00' }]);
    const both = annualIncomeOf(employment, [of_2025, statement({ pay_date: '2026-01-09', gross_pay: '1.10' })]);
    expect(both.map(({ year, gross_pay }) => [year, gross_pay])).toEqual([
      [2026, '1.10'],
      [2025, '95000.00'],
    ]);
  });

  test('each year has a stable id; the ids differ between years and between employments', () => {
    const idOf = (employment_id: string, pay_date: string) =>
      annualIncomeOf({ id: employment_id }, [statement({ pay_date })])[0]?.id;
    expect(idOf(ID, '2026-01-09')).toBe(idOf(ID, '2026-02-06'));
    expect(idOf(ID, '2026-01-09')).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set([idOf(ID, '2026-01-09'), idOf(ID, '2025-01-09'), idOf('1'.repeat(32), '2026-01-09')]).size).toBe(3);
  });
});
