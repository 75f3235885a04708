// Worst-case bank statements: each makes the income report as slow as a statement with this number of rows can.
import type { IncomeAccount, IncomeInput, IncomeTransaction } from '#analysis/income/input.ts';
import { addDays } from '#base/calendar.ts';
import { AS_OF } from './deposits.ts';

const DAYS = 365;

/** Four letters for a number: AAAA, AAAB and so on. */
const letters = (at: number): string =>
  [17_576, 676, 26, 1].map((place) => String.fromCharCode(65 + (Math.floor(at / place) % 26))).join('');
/** Like `letters` but reversed, so that names have no common prefix. */
const mixed = (at: number): string =>
  letters(at * 7_919)
    .split('')
    .toReversed()
    .join('');

type Row = Partial<IncomeTransaction> & { days_ago?: number; cents?: number };

const made = (at: number, { days_ago = 0, cents = 100_000, ...fields }: Row): IncomeTransaction => ({
  id: `t${String(at).padStart(6, '0')}`,
  account_id: 'checking',
  date: addDays(AS_OF, -(days_ago % DAYS)),
  amount_cents: BigInt(cents),
  type: 'CREDIT',
  status: 'POSTED',
  description: 'BASIN GEAR PAYROLL',
  currency_code: 'USD',
  ...fields,
});

const CHECKING: IncomeAccount = { id: 'checking', type: 'CHECKING' };
const SAVINGS: IncomeAccount = { id: 'savings', type: 'SAVINGS' };

function statement(rows: number, rowOf: (at: number) => Row, accounts = [CHECKING, SAVINGS]): IncomeInput {
  const transactions = Array.from({ length: rows }, (_, at) => made(at, rowOf(at)));
  return { as_of: AS_OF, days_requested: DAYS, accounts, transactions };
}

const manyAccounts = (count: number): IncomeAccount[] =>
  Array.from({ length: count }, (_, at) => ({ id: `account-${at}`, type: 'CHECKING' }));

/** The keys describe kinds of bank statements. Each function builds such a statement with `rows` transactions. */
export const COSTLY: Record<string, (rows: number) => IncomeInput> = {
  'near-equal names': (rows) =>
    statement(rows, (at) => ({
      days_ago: at % 300,
      cents: 50_000 + at,
      description: `ACME HOLDING ${letters(at * 7)} SERVICES`,
    })),
  'near-equal names that pay on the same days': (rows) =>
    statement(rows, (at) => ({
      days_ago: 14 * (at % 4),
      description: `ACME HOLDING ${letters(Math.floor(at / 4) * 7)} PAYROLL`,
    })),
  'near-equal names with an id each': (rows) =>
    statement(rows, (at) => ({
      days_ago: at,
      description: `ACME HOLDING ${letters(at * 7)} PAYROLL PPD ID: ${1_000_000_000 + at * 7_919}`,
    })),
  'one name with many ids, and the same cut short': (rows) =>
    statement(rows, (at) => ({
      days_ago: at,
      description: `BASIN GEAR SUPPLY ${at % 4 === 0 ? '' : mixed(at)} PAYROLL PPD ID: ${1_000_000_000 + at * 7_919}`,
    })),
  'many names': (rows) => statement(rows, (at) => ({ days_ago: at, description: `${mixed(at)} ${mixed(at + 3)}` })),
  'one payer': (rows) => statement(rows, (at) => ({ days_ago: at, cents: 100_000 + (at % 977) })),
  'one payer on one day': (rows) => statement(rows, (at) => ({ cents: 100_000 + (at % 977) })),
  'one amount on one day': (rows) => statement(rows, () => ({ description: 'BASIN GEAR' })),
  'many recurring payers': (rows) =>
    statement(rows, (at) => ({
      days_ago: 14 * (at % 4),
      cents: 123_456,
      description: `${mixed(Math.floor(at / 4))} ${mixed(Math.floor(at / 4) + 3)} LLC`,
    })),
  'many payers and many debits': (rows) =>
    statement(rows, (at) => ({
      type: at % 2 === 0 ? 'CREDIT' : 'DEBIT',
      days_ago: 14 * (Math.floor(at / 2) % 4),
      cents: 123_456 + at,
      description: `${mixed(Math.floor(at / 8))} ${mixed(Math.floor(at / 8) + 3)} LLC`,
    })),
  'many payers of many days without a calendar': (rows) =>
    statement(rows, (at) => ({
      days_ago: 3 * (at % 100) + ((at * at) % 3),
      description: `${mixed(Math.floor(at / 100))} ${mixed(Math.floor(at / 100) + 3)} PAYROLL`,
    })),
  'money moved between two accounts': (rows) =>
    statement(rows, (at) => ({
      type: at % 2 === 0 ? 'CREDIT' : 'DEBIT',
      account_id: at % 4 < 2 ? 'checking' : 'savings',
      days_ago: at % 5,
      description: at % 2 === 0 ? 'FROM A FRIEND' : `ONLINE TRANSFER ${mixed(at)}`,
    })),
  'credits and purchases of one amount': (rows) =>
    statement(rows, (at) => ({
      type: at % 2 === 0 ? 'CREDIT' : 'DEBIT',
      days_ago: at % 3,
      description: at % 2 === 0 ? `BASIN ${mixed(at)}` : `PURCHASE ${mixed(at)}`,
    })),
  'bills of one amount that other accounts paid': (rows) =>
    statement(rows, (at) => ({
      type: at % 2 === 0 ? 'CREDIT' : 'DEBIT',
      account_id: at % 2 === 0 ? 'checking' : 'savings',
      days_ago: at % 3,
      description: at % 2 === 0 ? `BASIN ${mixed(at)}` : `PURCHASE RENT ${mixed(at)}`,
    })),
  'pending and booked': (rows) =>
    statement(rows, (at) => ({
      status: at % 2 === 0 ? 'PENDING' : 'POSTED',
      days_ago: at % 3,
      description: at % 2 === 0 ? `BASIN ${mixed(at)}` : `GEAR ${mixed(at + 1)}`,
    })),
  'pay and reversals of one amount': (rows) =>
    statement(rows, (at) => ({
      type: at % 2 === 0 ? 'CREDIT' : 'DEBIT',
      days_ago: at % 3,
      description: at % 2 === 0 ? `${mixed(at)} PAYROLL` : `REVERSAL ${mixed(at + 5_000)} PAYROLL`,
    })),
  'all rows twice': (rows) =>
    statement(rows, (at) => ({
      days_ago: Math.floor(at / 2),
      cents: 100_000 + (Math.floor(at / 2) % 89),
      description: `${mixed(Math.floor(at / 2) % 5)} PAYROLL`,
    })),
  'an account each': (rows) =>
    statement(
      rows,
      (at) => ({ account_id: `account-${at}`, days_ago: at, description: `BASIN GEAR PAYROLL` }),
      manyAccounts(rows),
    ),
  'accounts that tell the same as one large one': (rows) =>
    statement(
      rows,
      (at) => {
        const half = Math.floor(rows / 2);
        const place = at < half ? at : at - half;
        const account_id = at < half ? 'account-0' : `account-${1 + Math.floor(place / 3)}`;
        return { account_id, days_ago: place % 200, cents: 100_000 + place, description: 'BASIN GEAR' };
      },
      manyAccounts(1 + Math.ceil(rows / 6)),
    ),
  'accounts with an owner each': (rows) =>
    statement(
      rows,
      (at) => ({ account_id: `account-${at}`, days_ago: at, description: `BASIN ${mixed(at)} JANE ${mixed(at + 9)}` }),
      manyAccounts(rows).map((account, at) => ({ ...account, owners: [{ full_name: `JANE ${mixed(at)} DOE` }] })),
    ),
  'one employer that pays into many accounts': (rows) =>
    statement(
      rows,
      (at) => ({ account_id: `account-${Math.floor(at / 4)}`, days_ago: 14 * (at % 4), cents: 123_456 + at }),
      manyAccounts(Math.ceil(rows / 4)),
    ),
  'undecided payers beside many employers': (rows) =>
    statement(rows, (at) => {
      const payer = Math.floor(at / 4);
      const is_pay = payer < 90;
      return {
        account_id: is_pay ? 'checking' : 'savings',
        days_ago: 14 * (at % 4),
        cents: is_pay ? 123_456 + at : 10_000,
        description: is_pay ? `${mixed(payer)} ${mixed(payer + 3)} PAYROLL` : `${mixed(payer)} ${mixed(payer + 3)} LLC`,
      };
    }),
  'wage access of many employers': (rows) =>
    statement(rows, (at) => ({
      days_ago: at % 300,
      cents: 10_000 + at,
      description: at % 2 === 0 ? `DAILYPAY ${mixed(at)}` : `${mixed(Math.floor(at / 8))} PAYROLL`,
    })),
  'pay stubs': (rows) => ({
    ...statement(rows, (at) => ({
      days_ago: 14 * (at % 4),
      cents: 123_456 + at,
      description: `${mixed(Math.floor(at / 4))} ${mixed(Math.floor(at / 4) + 3)} LLC`,
    })),
    calibrations: Array.from({ length: Math.ceil(rows / 4) }, (_, at) => ({
      id: `stub-${at}`,
      employer_name: `${mixed(at + 90_000)} ${mixed(at + 80_000)}`,
      pay_date: addDays(AS_OF, -14 * (at % 4)),
      gross_cents: 999_999n,
      net_cents: 700_000n + BigInt(at),
    })),
  }),
  employers: (rows) => ({
    ...statement(rows, (at) => ({
      days_ago: 14 * (at % 4),
      cents: 123_456 + at,
      description: `${mixed(Math.floor(at / 4))} ${mixed(Math.floor(at / 4) + 3)} PAYROLL`,
    })),
    employers: Array.from({ length: Math.ceil(rows / 4) }, (_, at) => ({
      id: null,
      name: `${mixed(at + 90_000)} ${mixed(at + 80_000)}`,
      logo_url: null,
    })),
  }),
};
