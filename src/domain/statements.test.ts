import { describe, expect, test } from 'vitest';
import { annualIncomeOf, byNewestPayDate, presentStatement, presentW2, type Statement } from './statements.ts';

const ID = '0'.repeat(32);

const statement = (given: Partial<Statement>): Statement => ({
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

describe('presentStatement', () => {
  test('writes amounts as decimals, and what is not known as null', () => {
    const shown = presentStatement(
      statement({
        gross_pay: 123_456n,
        earnings: [{ name: 'Regular', amount: 123_456n, category: 'regular', rate: 1_850n, units: null }],
      }),
      () => '',
    );
    expect(shown).toMatchObject({ gross_pay: '1234.56', net_pay: null, file: null });
    expect(shown.earnings).toEqual([
      { name: 'Regular', amount: '1234.56', category: 'regular', rate: '18.50', units: null },
    ]);
    expect(shown).not.toHaveProperty('file_id');
  });

  test('gives a kept file a URL with a name people understand', () => {
    const shown = presentStatement(statement({ file_id: 'f1' }), (id, name) => `https://vouch.example/${id}/${name}`);
    expect(shown.file).toBe('https://vouch.example/f1/statement-2026-01-09.pdf');
  });
});

test('presentW2 names its file after the year', () => {
  const empty = { wages: null, gross_pay: null, federal_tax: null, social_security_wages: null, medicare_wages: null };
  const w2 = { id: ID, year: 2025, ...empty, social_security_tax: 1n, medicare_tax: null, file_id: 'f2', md5sum: null };
  const shown = presentW2(w2, (id, name) => `${id}/${name}`);
  expect(shown).toMatchObject({ year: 2025, social_security_tax: '0.01', wages: null, file: 'f2/w2-2025.pdf' });
});

test('byNewestPayDate puts statements without a date last', () => {
  const dates = [null, '2025-01-10', '2026-01-09'].map((pay_date) => statement({ pay_date }));
  expect(dates.toSorted(byNewestPayDate).map(({ pay_date }) => pay_date)).toEqual(['2026-01-09', '2025-01-10', null]);
});

describe('annualIncomeOf', () => {
  test('trusts the last year-to-date amount of a year, newest year first', () => {
    const years = annualIncomeOf(ID, [
      statement({ pay_date: '2025-12-26', gross_pay: 100n, gross_pay_ytd: 2_600n }),
      statement({ pay_date: '2025-12-12', gross_pay: 100n, gross_pay_ytd: 2_500n }),
      statement({ pay_date: '2026-01-09', gross_pay: 110n, gross_pay_ytd: 110n }),
    ]);
    expect(years.map(({ year, gross_pay }) => [year, gross_pay])).toEqual([
      [2026, 110n],
      [2025, 2_600n],
    ]);
  });

  test('adds up where there is no year-to-date amount, and knows what it does not know', () => {
    const [year] = annualIncomeOf(ID, [
      statement({ gross_pay: 100n, bonus: 5n }),
      statement({ pay_date: '2026-01-23', gross_pay: 100n }),
      statement({ pay_date: null, gross_pay: 100n }),
    ]);
    expect(year).toMatchObject({ gross_pay: 200n, bonus: 5n, net_pay: null });
  });

  test('gives a year the same id every time, and other years and employments another', () => {
    const idOf = (employment_id: string, pay_date: string) =>
      annualIncomeOf(employment_id, [statement({ pay_date })])[0]?.id;
    expect(idOf(ID, '2026-01-09')).toBe(idOf(ID, '2026-02-06'));
    expect(idOf(ID, '2026-01-09')).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set([idOf(ID, '2026-01-09'), idOf(ID, '2025-01-09'), idOf('1'.repeat(32), '2026-01-09')]).size).toBe(3);
  });
});
