import { describe, expect, test } from 'vitest';
import { contradictEachOther } from './suspicion.ts';

type Paid = Parameters<typeof contradictEachOther>[0][number];
type Amounts = { gross_pay?: string | null; gross_pay_ytd?: string | null; net_pay_ytd?: string | null };

/** A statement that has only the fields that the check reads. */
const paid = (pay_date: string | null, amounts: Amounts, employment_id = 'job'): Paid =>
  ({
    employment_id,
    pay_date,
    gross_pay: null,
    net_pay: null,
    gross_pay_ytd: null,
    net_pay_ytd: null,
    ...amounts,
  }) as Paid;

describe('contradictEachOther', () => {
  test.each([
    ['grow', '1000.00', '2000.00', false],
    ['stay the same', '2000.00', '2000.00', false],
    ['fall by a cent', '2000.00', '1999.99', true],
  ])(
    'if year-to-date amounts %s from one pay date to the next (amounts %s, then %s), contradictEachOther returns %s',
    (_name, first, second, expected) => {
      const statements = [paid('2026-02-13', { gross_pay_ytd: second }), paid('2026-01-30', { gross_pay_ytd: first })];
      expect(contradictEachOther(statements)).toBe(expected);
    },
  );

  test('statements contradict if a year-to-date amount is lower than the amount of the same statement’s pay period', () => {
    expect(contradictEachOther([paid('2026-01-30', { gross_pay: '1000.00', gross_pay_ytd: '1000.00' })])).toBe(false);
    expect(contradictEachOther([paid('2026-01-30', { gross_pay: '1000.00', gross_pay_ytd: '999.99' })])).toBe(true);
  });

  test('two payments on the same day do not contradict each other, in either order', () => {
    const wages = paid('2026-01-30', { gross_pay_ytd: '1000.00', net_pay_ytd: '900.00' });
    const bonus = paid('2026-01-30', { gross_pay_ytd: '1500.00', net_pay_ytd: '1300.00' });
    expect(contradictEachOther([wages, bonus])).toBe(false);
    expect(contradictEachOther([bonus, wages])).toBe(false);
    expect(contradictEachOther([bonus, wages, paid('2026-02-13', { gross_pay_ytd: '1499.99' })])).toBe(true);
  });

  test('compares only statements of the same employment and year', () => {
    const december = paid('2025-12-31', { gross_pay_ytd: '50000.00' });
    expect(contradictEachOther([december, paid('2026-01-15', { gross_pay_ytd: '2000.00' })])).toBe(false);
    expect(contradictEachOther([december, paid('2025-12-31', { gross_pay_ytd: '1.00' }, 'other')])).toBe(false);
  });

  test('ignores statements without a pay date or an amount', () => {
    const known = paid('2026-01-30', { gross_pay_ytd: '5.00' });
    expect(contradictEachOther([known, paid(null, { gross_pay_ytd: '1.00' }), paid('2026-02-13', {})])).toBe(false);
  });
});
