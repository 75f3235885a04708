import { describe, expect, test } from 'vitest';
import type { Field, Fields, Reading, Subtype } from '#domain/documents/read-documents.ts';
import { checkBankStatement } from './bank-statement.ts';
import { checkForm1040 } from './form-1040.ts';
import { checkForm1099 } from './form-1099.ts';
import { checkPayStub } from './pay-stub.ts';
import { checkW2 } from './w2.ts';

const field = (value: bigint | string): Field => ({
  value,
  raw: String(value),
  page: 1,
  box: { left: 0, top: 0, right: 1, bottom: 1 },
  method: 'label',
  confidence: 1,
});
const fields = (values: Record<string, bigint | string>): Fields =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, field(value)]));
const reading = (values: Record<string, bigint | string>, tables: Reading['tables'] = {}): Reading => ({
  fields: fields(values),
  tables,
});
const failing = (checks: readonly { name: string; holds: boolean }[]): string[] =>
  checks.filter(({ holds }) => !holds).map(({ name }) => name);

describe('checkPayStub', () => {
  const stub = (net: bigint) =>
    reading(
      { gross_pay: 200_000n, gross_pay_ytd: 600_000n, net_pay: net },
      {
        earnings: [fields({ description: 'Regular', hours: 8_000n, rate: 2_500n, current: 200_000n, ytd: 600_000n })],
        taxes: [
          fields({ description: 'Federal', current: 15_000n }),
          fields({ description: 'FICA', current: 15_300n }),
        ],
        deductions: [fields({ description: '401(k)', current: 10_000n })],
      },
    );

  test('returns no failing check for a stub whose figures fit together', () => {
    const checks = checkPayStub(stub(159_700n));
    expect(failing(checks)).toEqual([]);
    expect(checks.map(({ name }) => name)).toEqual([
      'earnings_add_up_to_gross',
      'earnings_ytd_add_up_to_gross_ytd',
      'gross_minus_withheld_is_net',
      'hours_times_rate',
      'gross_pay_ytd_at_least_current',
    ]);
  });

  test('accepts a difference of two cents in a sum, and rejects three cents', () => {
    expect(failing(checkPayStub(stub(159_702n)))).toEqual([]);
    expect(failing(checkPayStub(stub(159_703n)))).toEqual(['gross_minus_withheld_is_net']);
  });

  test('returns the inputs of a failed check, and the expected and the actual amount', () => {
    const check = checkPayStub(stub(169_700n)).find(({ holds }) => !holds);
    expect(check).toEqual({
      name: 'gross_minus_withheld_is_net',
      holds: false,
      relation: 'equal',
      expected: '1597.00',
      actual: '1697.00',
      inputs: ['gross_pay', 'taxes[0].current', 'taxes[1].current', 'deductions[0].current', 'net_pay'],
    });
  });

  test.each([
    ['accepts twelve hours of overtime that are paid at the base rate', 2_500n, 30_000n, []],
    ['accepts twelve hours of overtime that are paid at 1.5 times the rate', 2_500n, 45_000n, []],
    ['accepts twelve hours of overtime that are paid at twice the rate', 2_500n, 60_000n, []],
    ['rejects twelve hours of overtime that are paid at 1.2 times the rate', 2_500n, 36_000n, ['hours_times_rate']],
  ])('checkPayStub %s', (_name, rate, current, wanted) => {
    const earnings = [fields({ description: 'Overtime', hours: 1_200n, rate, current })];
    expect(failing(checkPayStub(reading({}, { earnings })))).toEqual(wanted);
  });

  test('accepts a total of the deductions that also includes all taxes, and rejects every other total that does not match', () => {
    const check = (total_deductions: bigint) =>
      failing(
        checkPayStub(
          reading(
            { total_deductions },
            {
              taxes: [fields({ description: 'Federal', current: 15_000n })],
              deductions: [fields({ description: '401(k)', current: 10_000n })],
            },
          ),
        ),
      );
    expect(check(10_000n)).toEqual([]);
    expect(check(25_000n)).toEqual([]);
    expect(check(35_000n)).toEqual(['deductions_add_up']);
  });

  test('accepts the total of the taxes as the total of the deductions if the stub has no deductions', () => {
    const check = (total_deductions: bigint) =>
      failing(
        checkPayStub(
          reading(
            { gross_pay: 100_000n, net_pay: 85_000n, total_deductions },
            { taxes: [fields({ description: 'Federal', current: 15_000n })] },
          ),
        ),
      );
    expect(check(15_000n)).toEqual([]);
    expect(check(14_000n)).toEqual(['gross_minus_withheld_is_net']);
  });

  test('treats an empty cell as zero', () => {
    const earnings = [fields({ description: 'Regular', current: 500n }), fields({ description: 'Bonus', ytd: 900n })];
    const check = (gross_pay: bigint) => failing(checkPayStub(reading({ gross_pay }, { earnings })));
    expect(check(500n)).toEqual([]);
    expect(check(1_400n)).toEqual(['earnings_add_up_to_gross']);
  });

  test('compares the totals of the year with the rows, within two cents', () => {
    const check = (total_taxes_ytd: bigint, total_deductions_ytd: bigint) =>
      failing(
        checkPayStub(
          reading(
            { total_taxes_ytd, total_deductions_ytd },
            {
              taxes: [fields({ description: 'Federal', ytd: 45_000n }), fields({ description: 'FICA', ytd: 45_900n })],
              deductions: [fields({ description: '401(k)', ytd: 30_000n })],
            },
          ),
        ),
      );
    expect(check(90_902n, 30_002n)).toEqual([]);
    expect(check(90_903n, 120_900n)).toEqual(['taxes_ytd_add_up']);
    expect(check(90_900n, 30_003n)).toEqual(['deductions_ytd_add_up']);
  });

  test('returns no checks if the figures for them are missing', () => {
    expect(checkPayStub(reading({ net_pay: 5n }))).toEqual([]);
    expect(checkPayStub(reading({ gross_pay: 5n }, { earnings: [fields({ description: 'Regular' })] }))).toEqual([]);
  });
});

describe('checkW2', () => {
  const w2 = (values: Record<string, bigint | string>) =>
    checkW2(
      reading({
        year: '2024',
        wages: 5_000_000n,
        federal_tax: 400_000n,
        social_security_wages: 5_000_000n,
        social_security_tax: 310_000n,
        medicare_wages: 5_000_000n,
        medicare_tax: 72_500n,
        ...values,
      }),
    );

  test('accepts a tax that is off by one dollar, and rejects a tax that is off by a dollar and a cent', () => {
    expect(failing(w2({ social_security_tax: 310_100n }))).toEqual([]);
    expect(failing(w2({ social_security_tax: 310_101n }))).toEqual(['social_security_tax_follows_from_wages']);
    expect(failing(w2({ medicare_tax: 72_399n }))).toEqual(['medicare_tax_follows_from_wages']);
  });

  test('adds the additional Medicare tax on wages above 200,000 dollars', () => {
    const high = { medicare_wages: 25_000_000n, medicare_tax: 407_500n };
    expect(failing(w2(high))).toEqual([]);
    expect(failing(w2({ ...high, medicare_tax: 362_500n }))).toEqual(['medicare_tax_follows_from_wages']);
  });

  test('does not compare Social Security wages with the wage base if the year is only in the title of the file', () => {
    const year: Field = { ...field('2021'), method: 'title' };
    const { fields: boxes, tables } = reading({ social_security_wages: 15_000_000n });
    const namesFor = (one: Field) => checkW2({ fields: { ...boxes, year: one }, tables }).map(({ name }) => name);
    expect(namesFor(year)).toEqual([]);
    expect(namesFor(field('2021'))).toEqual(['social_security_wages_within_wage_base']);
  });

  test('rejects Social Security wages above the wage base of the year', () => {
    const at = { social_security_wages: 16_860_000n, social_security_tax: 1_045_320n };
    const medicare = { medicare_wages: 17_000_000n, medicare_tax: 246_500n };
    expect(failing(w2({ ...at, ...medicare }))).toEqual([]);
    expect(failing(w2({ ...at, ...medicare, social_security_wages: 16_860_001n }))).toEqual([
      'social_security_wages_within_wage_base',
    ]);
    expect(failing(w2({ ...at, ...medicare, social_security_wages: 16_860_001n, year: '1999' }))).toEqual([]);
  });

  test('rejects Medicare wages below Social Security wages, and federal tax above the wages', () => {
    expect(failing(w2({ medicare_wages: 4_999_999n }))).toEqual(['medicare_wages_at_least_social_security_wages']);
    expect(failing(w2({ wages: 399_999n }))).toEqual(['federal_tax_at_most_wages']);
  });

  const states = (...rows: Record<string, bigint | string>[]) =>
    failing(checkW2(reading({}, { states: rows.map(fields) })));

  test('rejects an income tax of a state that does not tax wages', () => {
    expect(states({ state: 'OR', state_wages: 5_000_000n, state_tax: 1n })).toEqual([]);
    expect(states({ state: 'TX', state_wages: 5_000_000n, state_tax: 0n })).toEqual([]);
    expect(states({ state: 'TX', state_wages: 5_000_000n, state_tax: 1n })).toEqual([
      'no_tax_in_state_without_wage_tax',
    ]);
  });

  test('rejects a state or local tax above its wages, unless the form has several states', () => {
    const [at, above] = [{ state: 'OH', state_wages: 900n }, { local_wages: 500n }];
    expect(states({ ...at, ...above, state_tax: 900n, local_tax: 500n })).toEqual([]);
    const both = { ...at, ...above, state_tax: 901n, local_tax: 501n };
    expect(states(both)).toEqual(['state_tax_at_most_state_wages', 'local_tax_at_most_local_wages']);
    expect(states(both, { state: 'PA' })).toEqual([]);
  });
});

describe('checkForm1099', () => {
  const form = (subtype: Subtype, values: Record<string, bigint>) => failing(checkForm1099(subtype, reading(values)));

  test('accepts net benefits that differ by two cents from the benefits paid minus those repaid, and rejects three cents', () => {
    const benefits = { benefits_paid: 2_000_000n, benefits_repaid: 50_000n };
    expect(form('SSA_1099', { ...benefits, net_benefits: 1_950_002n })).toEqual([]);
    expect(form('SSA_1099', { ...benefits, net_benefits: 1_950_003n })).toEqual(['benefits_paid_minus_repaid_is_net']);
    expect(form('SSA_1099', { benefits_paid: 2_000_000n, net_benefits: 2_000_000n })).toEqual([]);
  });

  test('checks that the months of a 1099-K add up to the gross amount, unless the form has no months', () => {
    expect(form('F1099_K', { january: 300n, december: 700n, gross_amount: 1_002n })).toEqual([]);
    expect(form('F1099_K', { january: 300n, december: 700n, gross_amount: 1_003n })).toEqual([
      'months_add_up_to_gross_amount',
    ]);
    expect(form('F1099_K', { gross_amount: 1_003n })).toEqual([]);
  });

  test.each<[Subtype, string, string, string]>([
    ['F1099_DIV', 'qualified_dividends', 'ordinary_dividends', 'qualified_dividends_at_most_ordinary'],
    ['F1099_R', 'taxable_amount', 'gross_distribution', 'taxable_amount_at_most_distribution'],
    ['F1099_NEC', 'federal_tax', 'nonemployee_compensation', 'federal_tax_at_most_income'],
    ['F1099_INT', 'federal_tax', 'tax_exempt_interest', 'federal_tax_at_most_income'],
  ])('on a form %s, checkForm1099 requires that %s is at most %s', (subtype, part, whole, name) => {
    expect(form(subtype, { [part]: 1_000n, [whole]: 1_000n })).toEqual([]);
    expect(form(subtype, { [part]: 1_001n, [whole]: 1_000n })).toEqual([name]);
    expect(form(subtype, { [part]: 1_001n })).toEqual([]);
  });
});

describe('checkForm1040', () => {
  const form = (values: Record<string, bigint>) =>
    checkForm1040(
      reading({ line_1z: 5_000_000n, line_2b: 10_000n, line_9: 5_010_000n, line_11: 5_010_000n, ...values }),
    );

  test('accepts a total income that differs by five dollars from the sum of its lines, and rejects one that differs by five dollars and a cent', () => {
    expect(failing(form({ line_9: 5_010_500n, line_11: 5_010_500n }))).toEqual([]);
    expect(failing(form({ line_9: 5_010_501n, line_11: 5_010_501n }))).toEqual(['income_adds_up']);
  });

  test('reads the wages from line 1a if the form has no line 1z, and never adds both lines', () => {
    const wages = { line_1a: 5_000_000n, line_2b: 10_000n, line_9: 5_010_000n };
    expect(failing(checkForm1040(reading(wages)))).toEqual([]);
    expect(failing(checkForm1040(reading({ ...wages, line_1z: 5_000_000n })))).toEqual([]);
    expect(failing(checkForm1040(reading({ ...wages, line_9: 10_000n })))).toEqual(['income_adds_up']);
  });

  test('subtracts the adjustments from the total income', () => {
    expect(failing(form({ line_10: 200_000n, line_11: 4_810_000n }))).toEqual([]);
    expect(failing(form({ line_10: 200_000n }))).toEqual(['adjusted_gross_income']);
  });

  test('checks that the overpaid amount and the owed amount follow from the payments and the tax', () => {
    expect(failing(form({ line_24: 100_000n, line_33: 150_000n, line_34: 50_000n }))).toEqual([]);
    expect(failing(form({ line_24: 100_000n, line_33: 150_000n, line_34: 70_000n }))).toEqual(['amount_overpaid']);
    expect(failing(form({ line_24: 100_000n, line_33: 50_000n, line_37: 55_000n }))).toEqual([]);
    expect(failing(form({ line_24: 100_000n, line_33: 50_000n, line_37: 49_000n }))).toEqual(['amount_owed']);
  });

  test('subtracts the deductions from the adjusted gross income, down to zero', () => {
    const taxable = (line_14: bigint, line_15: bigint) => failing(form({ line_14, line_15 }));
    expect(taxable(1_460_000n, 3_550_500n)).toEqual([]);
    expect(taxable(1_460_000n, 3_550_501n)).toEqual(['taxable_income']);
    expect(taxable(6_000_000n, 500n)).toEqual([]);
    expect(taxable(6_000_000n, 501n)).toEqual(['taxable_income']);
  });

  test.each([
    ['line_12', 'line_14', 'deductions_at_least_standard_or_itemized'],
    ['line_25a', 'line_25d', 'withheld_at_least_on_w2s'],
    ['line_25d', 'line_33', 'payments_at_least_withheld'],
  ])('checkForm1040 requires that %s is at most five dollars above %s', (part, whole, name) => {
    expect(failing(form({ [part]: 400_500n, [whole]: 400_000n }))).toEqual([]);
    expect(failing(form({ [part]: 400_501n, [whole]: 400_000n }))).toEqual([name]);
  });
});

describe('checkBankStatement', () => {
  const statement = (closing: bigint, rows: [string, bigint, bigint?][]) =>
    checkBankStatement(
      reading(
        { opening_balance: 10_000n, closing_balance: closing, total_deposits: 5_000n, total_withdrawals: 2_000n },
        {
          transactions: rows.map(([date, amount, balance]) =>
            fields({ date, amount, ...(balance === undefined ? {} : { balance }) }),
          ),
        },
      ),
    );

  test('returns no failing check if all balances follow from the transactions', () => {
    const checks = statement(13_000n, [
      ['2026-01-02', 5_000n],
      ['2026-01-02', -1_000n, 14_000n],
      ['2026-01-05', -1_000n, 13_000n],
    ]);
    expect(failing(checks)).toEqual([]);
    expect(checks.filter(({ name }) => name === 'running_balance')).toHaveLength(2);
  });

  test('returns no failing check if the newest transaction is printed first', () => {
    const checks = statement(13_000n, [
      ['2026-01-05', -1_000n, 13_000n],
      ['2026-01-03', -1_000n, 14_000n],
      ['2026-01-02', 5_000n, 15_000n],
    ]);
    expect(failing(checks)).toEqual([]);
    expect(checks.filter(({ name }) => name === 'running_balance')).toHaveLength(3);
  });

  test('finds one altered amount by both the sum of the transactions and the running balance', () => {
    const checks = statement(13_000n, [
      ['2026-01-02', 5_001n, 15_000n],
      ['2026-01-03', -2_000n, 13_000n],
    ]);
    expect(failing(checks)).toEqual([
      'opening_balance_plus_transactions_is_closing_balance',
      'deposits_add_up',
      'running_balance',
    ]);
  });
});
