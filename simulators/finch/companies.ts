// The companies that payroll administrators connect: the employers of the declared people. Each company also has
// coworkers, so that a payment contains more than one statement. The pay of coworkers is computed like that of the
// declared people.

import { uuidOf } from '../kit/random.ts';
import { endOfYear } from '../lives/calendar.ts';
import { numberOf } from '../lives/dice.ts';
import type { Employer, Job, Life } from '../lives/life.ts';
import { type PayStub, payStubsOf } from '../lives/pay-stubs.ts';
import { LIVES } from '../lives/people/people.ts';

export type Employee = { id: string; life: Life; job: Job; manager: string | null; is_declared: boolean };
export type Company = {
  id: string;
  employer: Employer;
  /** The administrator's login. */
  username: string;
  password: string;
  employees: readonly Employee[];
};

export type Payment = { id: string; pay_date: string; stubs: readonly { employee: Employee; stub: PayStub }[] };

const COWORKERS = 11;
const FIRST_NAMES = [
  'Amara',
  'Bruno',
  'Celia',
  'Dmitri',
  'Elise',
  'Farid',
  'Greta',
  'Hugo',
  'Ingrid',
  'Jonas',
  'Keiko',
];
const LAST_NAMES = [
  'Adler',
  'Bishop',
  'Castell',
  'Draper',
  'Eklund',
  'Farrow',
  'Garner',
  'Holm',
  'Iverson',
  'Jarvis',
  'Kemper',
];

export const COMPANIES: readonly Company[] = companiesOf(LIVES);

function companiesOf(people: readonly Life[]): Company[] {
  const found = new Map<string, { employer: Employer; declared: { life: Life; job: Job }[] }>();
  for (const life of people) {
    for (const job of life.jobs) {
      const company = found.get(job.employer.name) ?? { employer: job.employer, declared: [] };
      company.declared.push({ life, job });
      found.set(job.employer.name, company);
    }
  }
  return [...found.values()].map(({ employer, declared }) => {
    const slug = employer.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
    const [pattern] = declared;
    const coworkers =
      pattern === undefined ? [] : Array.from({ length: COWORKERS }, (_, at) => coworkerOf(slug, pattern, at));
    const employees = [...declared.map((one) => ({ ...one, is_declared: true })), ...coworkers];
    const idOf = (life: Life): string => uuidOf('finch', slug, life.id);
    const head = coworkers[0]?.life;
    return {
      id: uuidOf('finch', slug, 'company'),
      employer,
      username: `payroll-${slug}`,
      password: `harbor-${slug}-1`,
      employees: employees.map((one) => ({
        ...one,
        id: idOf(one.life),
        manager: head === undefined || one.life === head ? null : idOf(head),
      })),
    };
  });
}

/**
 * A coworker has the same paydays as the declared person, but a different rate of pay. Fields that a payroll system
 * does not contain are empty.
 */
function coworkerOf(
  slug: string,
  pattern: { life: Life; job: Job },
  at: number,
): { life: Life; job: Job; is_declared: false } {
  const percent = numberOf(70, 140, slug, at, 'pay');
  const scaled = (cents: number): number => Math.round((cents * percent) / 100);
  const [first_name, last_name] = [
    FIRST_NAMES[at] ?? 'Alex',
    LAST_NAMES[(at + numberOf(0, 10, slug, 'last')) % 11] ?? 'Adler',
  ];
  const job: Job = {
    ...pattern.job,
    pay: pattern.job.pay.map((pay) =>
      'salary_cents' in pay
        ? { ...pay, salary_cents: scaled(pay.salary_cents) }
        : { ...pay, hourly_cents: scaled(pay.hourly_cents) },
    ),
  };
  const email = `${first_name}.${last_name}@example.com`.toLowerCase();
  const person = { ...pattern.life.person, first_name, last_name, ssn: '', email, phone: '', birth_date: '' };
  return { life: { ...pattern.life, id: `${slug}-coworker-${at}`, person }, job, is_declared: false };
}

const kept = new Map<string, readonly Payment[]>();
const KEPT_MAX = 50;

/** All payments of a company up to a day, oldest first. */
export const paymentsOf = (company: Company, until: string, seed: number): readonly Payment[] =>
  paymentsIn(company, endOfYear(until), seed).filter(({ pay_date }) => pay_date <= until);

/** All payments up to the end of a year. They are cached, because tests move the clock from day to day. */
function paymentsIn(company: Company, year_end: string, seed: number): readonly Payment[] {
  const key = `${seed}:${company.id}:${year_end}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const by_day = new Map<string, { employee: Employee; stub: PayStub }[]>();
  for (const employee of company.employees) {
    for (const stub of payStubsOf(employee.life, employee.job, year_end, seed)) {
      by_day.set(stub.pay_date, [...(by_day.get(stub.pay_date) ?? []), { employee, stub }]);
    }
  }
  const payments = [...by_day]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([pay_date, stubs]) => ({ id: uuidOf('finch', company.id, 'payment', pay_date), pay_date, stubs }));
  if (kept.size >= KEPT_MAX) kept.clear();
  kept.set(key, payments);
  return payments;
}
