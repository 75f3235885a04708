import { describe, expect, test } from 'vitest';
import {
  type Account,
  balancesOf,
  type Frequency,
  faultsIn,
  type Job,
  paysOf,
  sampleLife,
  spendingOf,
} from './life.ts';

const TODAY = '2026-03-31';
const JOB: Job = {
  employer: 'Home Depot',
  job_title: 'Store associate',
  start_date: '2020-01-01',
  end_date: '',
  salary: '52000',
  frequency: 'BW',
  raises: [],
  paid_to: 'main',
};
const ACCOUNT: Account = { key: 'main', type: 'CHECKING', name: '', mask: '4021', balance: '1000' };
const past = (job: Job) => paysOf(job, TODAY).filter(({ date }) => date <= TODAY);
const toCome = (job: Job) => paysOf(job, TODAY).filter(({ date }) => date > TODAY);

test.for<[Frequency, number]>([
  ['W', 52],
  ['BW', 26],
  ['SM', 24],
  ['M', 12],
])('a job with pay frequency %s has %i paydays in the last twelve months, oldest first', ([frequency, count]) => {
  const dates = past({ ...JOB, frequency }).map(({ date }) => date);
  expect(dates).toHaveLength(count);
  expect(dates.toSorted()).toEqual(dates);
});

test.for<[Frequency, string, number]>([
  ['W', '2026-04-03', 52],
  ['BW', '2026-04-10', 26],
  ['SM', '2026-04-15', 24],
  ['M', '2026-04-30', 12],
])(
  'for a job with pay frequency %s, the next payday is %s, and %i paydays follow in the next twelve months',
  ([frequency, first, count]) => {
    const dates = toCome({ ...JOB, frequency }).map(({ date }) => date);
    expect(dates[0]).toBe(first);
    expect(dates).toHaveLength(count);
    expect(dates.toSorted()).toEqual(dates);
  },
);

describe('raises of a salary', () => {
  const monthly = (raises: Job['raises']) =>
    new Map(
      paysOf({ ...JOB, frequency: 'M', salary: '66000', raises }, TODAY).map(({ date, gross_cents }) => [
        date.slice(0, 7),
        gross_cents,
      ]),
    );

  test('each raise takes effect on its date, and today’s salary includes all raises up to today', () => {
    const pays = monthly([
      { date: '2025-09-30', percent: '10' },
      { date: '2026-01-15', percent: '100' },
    ]);
    expect([pays.get('2025-08'), pays.get('2025-09'), pays.get('2025-12'), pays.get('2026-01')]).toEqual([
      250_000, 275_000, 275_000, 550_000,
    ]);
  });

  test('a future raise changes only the pay from its date on', () => {
    const pays = monthly([{ date: '2026-06-01', percent: '10' }]);
    expect([pays.get('2026-03'), pays.get('2026-05'), pays.get('2026-06')]).toEqual([550_000, 550_000, 605_000]);
  });
});

test('there are no paydays before the first day at work or after the last day at work', () => {
  const dates = paysOf({ ...JOB, frequency: 'M', start_date: '2026-02-01', end_date: '2026-03-31' }, TODAY);
  expect(dates.map(({ date }) => date)).toEqual(['2026-02-28', '2026-03-31']);
});

test('monthly spending with `times` 1 is booked on the first of the month; with `times` 4 it is booked in four equal parts during the month', () => {
  const life = {
    jobs: [],
    accounts: [ACCOUNT],
    spending: [
      { description: 'RENT', monthly: '1200', times: 1, account: 'main' },
      { description: 'SHOPS', monthly: '800', times: 4, account: 'main' },
    ],
  } as const;
  const march = spendingOf(life, TODAY).filter(({ date }) => date.startsWith('2026-03'));
  expect(march.map(({ date, cents }) => [date.slice(8), cents])).toEqual([
    ['01', -120_000],
    ['04', -20_000],
    ['11', -20_000],
    ['18', -20_000],
    ['25', -20_000],
  ]);
});

test('from one month to the next, the balance changes by the account’s own bookings of the later month', () => {
  const bookings = [
    { date: '2026-03-02', cents: -5_000, description: 'RENT', account: 'main' },
    { date: '2026-03-09', cents: 2_000, description: 'PAY', account: 'main' },
    { date: '2026-03-09', cents: 9_000, description: 'PAY', account: 'account-2' },
  ];
  const balances = balancesOf(ACCOUNT, bookings, TODAY);
  expect(balances.at(-1)).toEqual({ month: '2026-03-01', cents: 100_000 });
  expect(balances.at(-2)?.cents).toBe(103_000);
});

test('faultsIn() finds every value that cannot be declared, with the path of its field, and finds no fault in a new form', () => {
  const life = sampleLife(TODAY);
  expect([...faultsIn(life)]).toEqual([]);
  const [job] = life.jobs;
  if (job === undefined) throw new Error('the sample person has no job');
  const wrong = {
    jobs: [
      { ...job, employer: ' ', start_date: '2026-02-30', salary: '1,000', raises: [{ date: '', percent: '-100' }] },
    ],
    accounts: [{ ...ACCOUNT, balance: '-12.50', mask: '12' }],
    spending: [],
  };
  expect(Object.fromEntries(faultsIn(wrong))).toEqual({
    'jobs.0.employer': 'text',
    'jobs.0.salary': 'number',
    'jobs.0.start_date': 'date',
    'jobs.0.raises.0.date': 'date',
    'jobs.0.raises.0.percent': 'number',
    'accounts.0.mask': 'number',
  });
});
