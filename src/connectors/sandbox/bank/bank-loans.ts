// Loans and mortgages: equal payments, interest on the remaining principal, and escrow for taxes and insurance.
import { toDate, toDay } from '#base/calendar.ts';
import { divideRounded, lesser, sum } from '#base/money.ts';
import type { BankLife, Escrow, LoanAccount } from '#connectors/sandbox/lives/bank-life.ts';
import type { Loan } from '#domain/reports/liabilities.ts';
import { dayInMonth, monthOfDate, monthsBetween, rolled } from './bank-days.ts';
import { type Entry, entryOn } from './bank-entries.ts';

/** `amount` is the whole payment: interest, principal and escrow (`set_aside`). `left` is the principal still owed. */
export type Installment = { day: number; amount: bigint; interest: bigint; set_aside: bigint; left: bigint };

/** The full payment schedule, from the first to the last payment. */
export function scheduleOf(loan: LoanAccount): Installment[] {
  const level = levelPayment(loan.principal, loan.rate, loan.term_months);
  const set_aside = loan.escrow?.monthly ?? 0n;
  const installments: Installment[] = [];
  let left = loan.principal;
  const month = monthOfDate(loan.originated_on);
  for (let number = 1; number <= loan.term_months && left > 0n; number++) {
    const interest = interestOf(left, loan.rate);
    const due = left + interest;
    const paid = number === loan.term_months ? due : lesser(level, due);
    left = due - paid;
    const day = rolled(dayInMonth(month + number, loan.due_day), 'next');
    installments.push({ day, amount: paid + set_aside, interest, set_aside, left });
  }
  return installments;
}

export function loanEntries(
  life: BankLife,
  loan: LoanAccount,
  schedule: readonly Installment[],
  until: number,
): Entry[] {
  const start = toDay(life.start_date);
  const paid = schedule.filter(({ day }) => day >= start && day <= until);
  const entries = paid.flatMap(({ day, amount, interest, set_aside }) => {
    const on = (account: string, key: string, type: Entry['type'], cents: bigint, description: string, kind: string) =>
      entryOn(day, {
        account,
        key: `${key}/${day}`,
        type,
        cents,
        wording: { description, categories: ['Loan', kind] },
      });
    const text = `VOUCH BANK LOAN PYMT ...${loan.account_number.slice(-4)} WEB ID: 9990000105`;
    return [
      on(loan.key, 'interest', 'DEBIT', interest, 'INTEREST CHARGED', 'Interest'),
      on(loan.key, 'escrow', 'DEBIT', set_aside, 'ESCROW DEPOSIT', 'Escrow'),
      on(loan.key, 'payment', 'CREDIT', amount, 'PAYMENT RECEIVED - THANK YOU', 'Payment'),
      ...(loan.paid_from === null ? [] : [on(loan.paid_from, `${loan.key}/payment`, 'DEBIT', amount, text, 'Payment')]),
    ];
  });
  return entries.filter(({ cents }) => cents > 0n);
}

/** The amount owed before the first payment of the history. */
export const owedAtStart = (life: BankLife, loan: LoanAccount, schedule: readonly Installment[]): bigint =>
  schedule.findLast(({ day }) => day < toDay(life.start_date))?.left ?? loan.principal;

export function loanOf(
  life: BankLife,
  loan: LoanAccount,
  schedule: readonly Installment[],
  today: number,
): Omit<Loan, 'id' | 'account_id'> {
  const date = toDate(today);
  const at = (day: number | undefined): string | null => (day === undefined ? null : `${toDate(day)}T00:00:00Z`);
  const last = schedule.findLast(({ day }) => day <= today);
  const next = schedule.find(({ day }) => day > today);
  const new_year = toDay(`${date.slice(0, 4)}-01-01`);
  const this_year = schedule.filter(({ day }) => day <= today && day >= new_year);
  return {
    balance_as_of: at(today),
    escrow_balance: loan.escrow === null ? null : escrowBalance(life, loan.escrow, schedule, today),
    interest_paid_year_to_date: sum(this_year.map(({ interest }) => interest)),
    interest_rate: loan.rate,
    interest_rate_as_of: at(today),
    last_payment_amount: last?.amount ?? null,
    last_payment_date: at(last?.day),
    loan_term: loan.term_months,
    maturity_date: at(schedule.at(-1)?.day),
    next_payment_amount: next?.amount ?? null,
    next_payment_date: at(next?.day),
    original_principal: loan.principal,
    principal_balance: last?.left ?? loan.principal,
  };
}

/**
 * The escrow deposits of a year are paid out in equal parts, one part in each month of `paid_out_months`, on the 15th
 * or the next business day.
 */
function escrowBalance(life: BankLife, escrow: Escrow, schedule: readonly Installment[], today: number): bigint {
  const start = toDay(life.start_date);
  const deposits = sum(schedule.filter(({ day }) => day >= start && day <= today).map(({ set_aside }) => set_aside));
  const part = (escrow.monthly * 12n) / BigInt(escrow.paid_out_months.length);
  let paid_out = 0n;
  for (const month of monthsBetween(start, today)) {
    const day = rolled(dayInMonth(month, 15), 'next');
    if (day >= start && day <= today && escrow.paid_out_months.includes((month % 12) + 1)) paid_out += part;
  }
  return escrow.balance_at_start + deposits - paid_out;
}

const interestOf = (owed: bigint, rate: bigint): bigint => divideRounded(owed * rate, 12n * 10_000n);

/**
 * The number 1 with eighteen decimal places. With so many places, the rounding error over thirty years of compound
 * interest is less than a cent.
 */
const ONE = 10n ** 18n;

/**
 * The payment that repays a loan in `months` payments: principal · i·g / (g − 1) with g = (1 + i)ⁿ, where i is the
 * monthly rate and n is `months`.
 */
export function levelPayment(principal: bigint, rate: bigint, months: number): bigint {
  const monthly = (ONE * rate) / (12n * 10_000n);
  let growth = ONE;
  for (let month = 0; month < months; month++) growth = (growth * (ONE + monthly)) / ONE;
  return growth === ONE
    ? divideRounded(principal, BigInt(months))
    : divideRounded(principal * monthly * growth, (growth - ONE) * ONE);
}
