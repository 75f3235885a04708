// Turns paydays into statements with year-to-date totals, and past years into W-2s.
import { yearOf } from '#base/calendar.ts';
import { sum } from '#base/money.ts';
import type { Job, Life, StatementGap } from '#connectors/sandbox/lives/life.ts';
import { idOf, randomOf } from '#connectors/sandbox/lives/random.ts';
import type { Deduction, Earning, EarningCategory, Statement, W2 } from '#domain/reports/statements.ts';
import type { Payday } from './paydays.ts';

/** A statement's summary amounts; its lines are separate. */
export type Amounts = {
  gross_pay: bigint;
  net_pay: bigint;
  regular: bigint;
  overtime: bigint;
  bonus: bigint;
  commission: bigint;
  other_pay: bigint;
};

const NAMED = new Set<EarningCategory>(['regular', 'overtime', 'bonus', 'commission']);

type Unnamed = { payday_key: string; statement: Statement };

/**
 * A cache of statements. The key is a list of paydays, compared by object identity. This works because `paydaysOf`
 * returns the same list object for the same content.
 */
const known = new WeakMap<readonly Payday[], readonly Unnamed[]>();

/** One statement per payday, oldest first. Only the ids differ between links. */
export function statementsOf(life: Life, job: Job, paydays: readonly Payday[], id_seed: string): Statement[] {
  const unnamed = known.get(paydays) ?? computeStatements(life, job, paydays);
  known.set(paydays, unnamed);
  return unnamed.map(({ payday_key, statement }) => ({
    ...statement,
    id: idOf(id_seed, job.key, 'statement', payday_key),
  }));
}

function computeStatements(life: Life, job: Job, paydays: readonly Payday[]): Unnamed[] {
  const first_check = randomOf(life.seed, job.key, 'check').integer(100_000, 899_999);
  const statements: Unnamed[] = [];
  let year = 0;
  let ytd: { amounts: Amounts; earnings: Earning[]; deductions: Deduction[] } = NOTHING;
  for (const [index, payday] of paydays.entries()) {
    if (yearOf(payday.pay_date) !== year) [year, ytd] = [yearOf(payday.pay_date), NOTHING];
    const amounts = amountsOf(payday);
    ytd = {
      amounts: added(ytd.amounts, amounts),
      earnings: addedLines(ytd.earnings, payday.earnings.map(withoutRate), addEarning),
      deductions: addedLines(ytd.deductions, payday.deductions, addDeduction),
    };
    const statement: Statement = {
      id: '',
      check_number: String(first_check + index),
      pay_date: payday.pay_date,
      period_start: payday.period_start,
      period_end: payday.period_end,
      ...amounts,
      gross_pay_ytd: ytd.amounts.gross_pay,
      net_pay_ytd: ytd.amounts.net_pay,
      regular_ytd: ytd.amounts.regular,
      overtime_ytd: ytd.amounts.overtime,
      bonus_ytd: ytd.amounts.bonus,
      commission_ytd: ytd.amounts.commission,
      other_pay_ytd: ytd.amounts.other_pay,
      hours: payday.hours,
      basis_of_pay: job.pay.basis === 'salary' ? 'S' : 'H',
      earnings: payday.earnings,
      earnings_ytd: ytd.earnings,
      deductions: payday.deductions,
      deductions_ytd: ytd.deductions,
      file_id: null,
      md5sum: null,
      derived_fields: [],
      missing_data_fields: [],
    };
    statements.push({ payday_key: payday.key, statement: withGaps(statement, life.gaps.statement) });
  }
  return statements;
}

/**
 * One W-2 per past year with any pay, from `w2s_from_year` on, newest first. Wages (box 1) are gross pay less 401(k)
 * and section 125 benefits. Medicare wages (box 5) are gross pay less section 125 benefits. Social Security wages (box
 * 3) equal Medicare wages up to the wage base. `gross_pay` is the total of the year's statements.
 */
export function w2sOf(life: Life, job: Job, paydays: readonly Payday[], today: string, id_seed: string): W2[] {
  const years = new Set(paydays.map(({ pay_date }) => yearOf(pay_date)));
  return [...years]
    .filter((year) => year < yearOf(today) && year >= life.w2s_from_year)
    .toSorted((a, b) => b - a)
    .map((year) => {
      const paid = paydays.filter(({ pay_date }) => yearOf(pay_date) === year);
      const total = (amount: (payday: Payday) => bigint) => sum(paid.map(amount));
      const withheld = (category: Deduction['category']) => total((payday) => categorySum(payday.deductions, category));
      return {
        id: idOf(id_seed, job.key, 'w2', String(year)),
        year,
        wages: total(({ income_wages }) => income_wages),
        gross_pay: total(({ gross }) => gross),
        federal_tax: withheld('federal'),
        social_security_wages: total(({ social_security_wages }) => social_security_wages),
        social_security_tax: withheld('socialsec'),
        medicare_wages: total(({ medicare_wages }) => medicare_wages),
        medicare_tax: withheld('medicare'),
        file_id: null,
        md5sum: null,
      };
    });
}

export function amountsOf({ gross, net, earnings }: Payday): Amounts {
  const other = earnings.filter(({ category }) => !NAMED.has(category));
  return {
    gross_pay: gross,
    net_pay: net,
    regular: categorySum(earnings, 'regular'),
    overtime: categorySum(earnings, 'overtime'),
    bonus: categorySum(earnings, 'bonus'),
    commission: categorySum(earnings, 'commission'),
    other_pay: sum(other.map(({ amount }) => amount)),
  };
}

const NOTHING = {
  amounts: { gross_pay: 0n, net_pay: 0n, regular: 0n, overtime: 0n, bonus: 0n, commission: 0n, other_pay: 0n },
  earnings: [],
  deductions: [],
};

const categorySum = <Category>(lines: readonly { category: Category; amount: bigint }[], category: Category): bigint =>
  sum(lines.filter((line) => line.category === category).map(({ amount }) => amount));

const added = (a: Amounts, b: Amounts): Amounts => ({
  gross_pay: a.gross_pay + b.gross_pay,
  net_pay: a.net_pay + b.net_pay,
  regular: a.regular + b.regular,
  overtime: a.overtime + b.overtime,
  bonus: a.bonus + b.bonus,
  commission: a.commission + b.commission,
  other_pay: a.other_pay + b.other_pay,
});

/**
 * Adds up lines that have the same name. A line keeps the position of its first occurrence. A line that is missing in
 * the new lines is kept.
 */
function addedLines<Line extends { name: string }>(
  to: readonly Line[],
  lines: readonly Line[],
  add: (a: Line, b: Line) => Line,
): Line[] {
  const byName = new Map(to.map((line) => [line.name, line]));
  for (const line of lines) {
    const known = byName.get(line.name);
    byName.set(line.name, known === undefined ? line : add(known, line));
  }
  return [...byName.values()];
}

// The sums of lines are made field by field, because spreading objects with different fields took a third of the time
// needed to compute a payroll.
const addDeduction = (a: Deduction, b: Deduction): Deduction => ({
  name: a.name,
  amount: a.amount + b.amount,
  category: a.category,
});

const addEarning = (a: Earning, b: Earning): Earning => ({
  name: a.name,
  amount: a.amount + b.amount,
  category: a.category,
  rate: a.rate,
  units: a.units === null || b.units === null ? null : a.units + b.units,
});

/** A year may have several rates, so the year-to-date line has no rate. */
const withoutRate = ({ name, amount, category, units }: Earning): Earning => ({
  name,
  amount,
  category,
  rate: null,
  units,
});

function withGaps(statement: Statement, gaps: readonly StatementGap[]): Statement {
  if (gaps.length === 0) return statement;
  const isShown = (field: StatementGap): boolean => !gaps.includes(field);
  return {
    ...statement,
    check_number: isShown('check_number') ? statement.check_number : null,
    hours: isShown('hours') ? statement.hours : null,
    period_start: isShown('period_start') ? statement.period_start : null,
    earnings_ytd: isShown('earnings_ytd') ? statement.earnings_ytd : [],
    missing_data_fields: [...gaps],
  };
}
