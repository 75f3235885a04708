// Random bank accounts for property tests of reports. They contain pay with all kinds of pay dates, bonuses, raises,
// gaps, and deposits that are not income.
import * as fc from 'fast-check';
import { addDays, addMonths, lastDayOfMonth, previousBusinessDay } from '#base/calendar.ts';
import { formatMoney } from '#base/money.ts';
import type { KeptAccount } from '#domain/reports/financial-accounts.ts';
import type { TransactionAnswer } from '#domain/reports/transactions.ts';
import { account, heldLink, transaction } from './assets.ts';

export const AS_OF = '2026-03-01';

const TEXTS = [
  'MARLOWE FOUNDRY PAYROLL PPD ID: 9990001234',
  'BRACKEN DAIRY DES:DIR DEP ID:XX INDN:O BRENNECKE CO ID:9990004321 PPD',
  'SSA TREAS 310 XXSOC SEC PPD ID: 9031736028',
  'QUAYSIDE RIDES DRIVER PAY PPD ID: 9990007777',
  'ZELLE FROM PERRIN OSTLUND ON 1/1 RENT',
  'INTEREST PAYMENT',
  'ATM CASH DEPOSIT DENVER CO',
  'MOBILE CHECK DEPOSIT REF 1234567',
  'OAKHURST LABS VENDOR PMT CCD ID: 9990005555',
  'IRS TREAS 310 TAX REF PPD ID: 9111736946',
  'RETURN POS PURCHASE FERN AND FIG',
  'ONLINE TRANSFER FROM SAV ...9013',
] as const;

const CALENDARS = ['weekly', 'biweekly', 'monthly', 'semi_monthly', 'month_end', 'now_and_then'] as const;
type PayCalendar = (typeof CALENDARS)[number];

const payer = fc.record({
  text: fc.constantFrom(...TEXTS),
  calendar: fc.constantFrom(...CALENDARS),
  phase: fc.integer({ min: 0, max: 27 }),
  cents: fc.integer({ min: 1_00, max: 9_000_00 }),
  /**
   * By how much the amount of a payment can differ from the payer's usual amount, in percent. Most payers pay the same
   * amount each time.
   */
  noise: fc.constantFrom(0, 0, 0, 2, 40),
  raise_percent: fc.constantFrom(0, 0, 3, 12),
  bonus_every: fc.constantFrom(0, 0, 7),
  missing_every: fc.constantFrom(0, 0, 5),
  /** The number of days between the payer's last possible payment and the report date. */
  ended_days: fc.constantFrom(0, 0, 0, 45, 120),
  in_second: fc.boolean(),
  currency: fc.constantFrom('USD', 'USD', 'USD', 'EUR'),
  seed: fc.integer({ min: 1, max: 999 }),
});
type Payer = typeof payer extends fc.Arbitrary<infer T> ? T : never;

/** A link with two accounts and their transactions, and the number of days requested. */
export const bankHistory = fc
  .record({ payers: fc.array(payer, { maxLength: 6 }), days_requested: fc.integer({ min: 30, max: 730 }) })
  .map(({ payers, days_requested }) => {
    const [first, second] = [account('1200.00', { owners: [owner] }), account('88.10', { type: 'SAVINGS' })];
    const transactions = payers.flatMap((one) => depositsOf(one, one.in_second ? second : first));
    const spending = datesOf('weekly', 3, 400).map((date) => transaction(first, date, 'DEBIT', '62.15'));
    return { link: heldLink([first, second], [...transactions, ...spending]), days_requested };
  });

const owner = {
  id: 'ab'.repeat(16),
  full_name: 'Odalys Brennecke',
  email: null,
  phone: null,
  address: { street: null, city: null, state: 'OR', zip: null, country: 'US' },
  relation_type: 'PRIMARY' as const,
};

function depositsOf(payer: Payer, into: KeptAccount): TransactionAnswer[] {
  const dates = datesOf(payer.calendar, payer.phase, 760).filter((date) => date <= addDays(AS_OF, -payer.ended_days));
  return dates.flatMap((date, at) => {
    if (payer.missing_every > 0 && at % payer.missing_every === 1) return [];
    // Pseudo-random variation, always the same for the same seed and position.
    const swing = ((at * 7_919 * payer.seed) % 2_001) - 1_000;
    const raised = payer.cents * (at > dates.length / 2 ? 1 + payer.raise_percent / 100 : 1);
    const bonus = payer.bonus_every > 0 && at % payer.bonus_every === 0 ? 0.8 : 0;
    const cents = Math.max(1, Math.round(raised * (1 + bonus + (swing * payer.noise) / 100_000)));
    const status = date > addDays(AS_OF, -2) ? ('PENDING' as const) : ('POSTED' as const);
    const more = { description: payer.text, currency_code: payer.currency, status };
    return [transaction(into, date, 'CREDIT', formatMoney(BigInt(cents)), more)];
  });
}

/** Returns the pay dates in the last `days` days before `AS_OF`, oldest first. */
function datesOf(calendar: PayCalendar, phase: number, days: number): string[] {
  const from = addDays(AS_OF, -days);
  const period = { weekly: 7, biweekly: 14, now_and_then: 0, monthly: 0, semi_monthly: 0, month_end: 0 }[calendar];
  if (period > 0) {
    return Array.from({ length: Math.floor(days / period) }, (_, at) => addDays(from, (phase % period) + at * period));
  }
  if (calendar === 'now_and_then') {
    return Array.from({ length: 24 }, (_, at) =>
      addDays(from, ((at * 31 + ((at * at * (phase + 3)) % 29)) % days) + 1),
    ).toSorted();
  }
  const months = Array.from({ length: Math.floor(days / 31) }, (_, at) => `${addMonths(from, at + 1).slice(0, 8)}01`);
  return months
    .flatMap((first) => {
      if (calendar === 'month_end') return [lastDayOfMonth(first)];
      const day = addDays(first, Math.min(phase, 13));
      return calendar === 'monthly' ? [day] : [day, addDays(first, Math.min(phase, 13) + 14)];
    })
    .map(previousBusinessDay);
}
