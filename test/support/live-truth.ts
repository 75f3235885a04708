// Compares the data that a link stores with the data that it must store, which is computed from the simulated person
// behind the link. Each row is written as one line, so that the comparison is the same for all connectors.
import { addDays, addMonths } from '#base/calendar.ts';
import type { KeptSections, Section } from '#domain/reports/link-data.ts';
import { readLinkData } from '#services/connections/link-data.ts';
import { keyOf } from '#services/connections/links.ts';
import { ctxOf } from '#services/platform/ctx.ts';
import { TIMER_HANDLERS } from '#services/timer-handlers.ts';
import { COMPANIES, type Company, paymentsOf } from '#simulators/finch/companies.ts';
import { bankOf, decimal } from '#simulators/kit/bank.ts';
import type { AccountHistory, Row } from '#simulators/lives/history.ts';
import { payStubsOf } from '#simulators/lives/pay-stubs.ts';
import { LIVES } from '#simulators/lives/people/people.ts';
import { findLink } from '#storage/connections/links.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { until } from './jobs.ts';
import type { Kind, Lane, Stage } from './live-stage.ts';
import { fireDueTimers } from './timers.ts';

export const SECTIONS = [
  'accounts',
  'transactions',
  'holdings',
  'bank_statements',
  'credit',
  'loans',
  'identity',
  'tax_documents',
  'employments',
  'statements',
  'w2s',
  'shifts',
  'directory',
] as const satisfies readonly Section[];

export type Snapshot = { data: KeptSections; is_connected: boolean };

export async function snapshot({ house, client }: Stage, link_id: string): Promise<Snapshot> {
  const ctx = await ctxOf(house, { client_id: client.client_id, environment: 'prod' });
  const link = await findLink(ctx.db, ctx.scope, link_id);
  if (link === undefined) throw new Error('the link is gone');
  const data = await readLinkData(ctx, link_id, await keyOf(ctx, link), SECTIONS);
  return { data, is_connected: link.is_connected };
}

export type Announced = { task: string | null; word: string };

export async function lastPosition({ house }: Stage): Promise<string> {
  const { rows } = await house.database
    .scoped(SYSTEM)
    .query<{ last: string }>('select coalesce(max(position), 0)::text as last from events');
  return rows[0]?.last ?? '0';
}

/**
 * The events of a link after a position in the event log. `word` is the event type, followed by the status, count or id
 * in the event.
 */
export async function eventsAfter({ house }: Stage, link_id: string, position: string): Promise<Announced[]> {
  const { rows } = await house.database
    .scoped(SYSTEM)
    .query<{ payload: string; task_id: string | null }>(
      'select payload, task_id from events where link_id = $1 and position > $2 order by position',
      [link_id, position],
    );
  return rows.map(({ payload, task_id }) => {
    const { event_type, status, objects_count, object_id } = JSON.parse(payload);
    return { task: task_id, word: [event_type, status ?? objects_count ?? object_id].filter(Boolean).join(' ') };
  });
}

/** The stored data as lines: balances, transactions, pay and people. */
export function linesOf({ accounts = [], transactions = [], statements = [], directory = [] }: KeptSections): string[] {
  const numbers = new Map(
    accounts.map(({ id, mask, nickname }) => [id, mask ?? /\((\d{4})\)/.exec(nickname ?? '')?.[1]]),
  );
  return [
    ...accounts
      .filter(({ type }) => !HAS_HOLDINGS.has(type ?? ''))
      .map(({ id, balances }) => `${numbers.get(id)} balance ${balances.balance?.replace('-', '')}`),
    ...transactions.map(({ account_id, status, type, amount, posted_at, transacted_at, description }) =>
      [
        numbers.get(account_id),
        status,
        (posted_at ?? transacted_at).slice(0, 10),
        `${type === 'DEBIT' ? '-' : ''}${amount}`,
        description,
      ].join(' '),
    ),
    ...statements.map(({ pay_date, gross_pay, net_pay }) => `pay ${pay_date} ${gross_pay} ${net_pay}`),
    ...directory.map(({ full_name, job_title, start_date, end_date, email }) =>
      personLine(full_name, job_title, start_date, end_date, email),
    ),
  ].toSorted();
}
const HAS_HOLDINGS: ReadonlySet<string> = new Set(['INVESTMENT', 'BROKERAGE']);

/**
 * The correct data as lines, computed from the simulated person. `connected_on` is the day of the first connection.
 * Rows up to 12 months before that day are retrieved, and later refreshes keep them.
 */
export function truthOf(stage: Stage, { kind, username }: Lane, connected_on: string): string[] {
  if (kind === 'finch') return peopleOf(stage, username);
  const life = LIVES.find((one) => one.username === username);
  if (life === undefined) throw new Error(`nobody is called ${username}`);
  const today = stage.house.clock.now().toISOString().slice(0, 10);
  if (kind === 'argyle') {
    const job = life.jobs.at(-1);
    const since = addMonths(today, -12);
    return (job === undefined ? [] : payStubsOf(life, job, today, stage.seed))
      .filter(({ pay_date }) => pay_date >= since)
      .map(({ pay_date, gross_cents, net_cents }) => `pay ${pay_date} ${decimal(gross_cents)} ${decimal(net_cents)}`)
      .toSorted();
  }
  // The FDX bank shows a day's transactions only on the next day.
  const until = kind === 'fdx' ? addDays(today, -1) : today;
  const since = addMonths(connected_on, -12);
  return bankOf(stage.plaid.clock, stage.seed)
    .accountsOf(life, until)
    .filter(({ plan }) => shows(kind, plan.kind))
    .flatMap((account) => accountLines(account, since, lists(kind, account.plan.kind)))
    .toSorted();
}

const personLine = (...fields: readonly (string | null)[]): string => `person ${fields.join(' ')}`;

function peopleOf({ house }: Stage, username: string): string[] {
  const today = house.clock.now().toISOString().slice(0, 10);
  return employeesOf(username)
    .map(({ life: { person }, job }) => {
      const left_on = job.ended_on !== undefined && job.ended_on <= today ? job.ended_on : null;
      return personLine(`${person.first_name} ${person.last_name}`, job.title, job.started_on, left_on, person.email);
    })
    .toSorted();
}

const companyOf = (username: string): Company => {
  const company = COMPANIES.find((one) => one.username === username);
  if (company === undefined) throw new Error(`there is no company of ${username}`);
  return company;
};
const employeesOf = (username: string) => companyOf(username).employees;

const PAYROLL_DAYS = 31;

/**
 * Requests a payroll report for the last month. Returns the reported payments, and the payments that the company made
 * according to the simulation.
 */
export async function payrollOf(
  stage: Stage,
  { username }: Lane,
  access_token: string,
): Promise<{ status: string; reported: string[]; paid: string[] }> {
  const { house, client, seed } = stage;
  const end_date = house.clock.now().toISOString().slice(0, 10);
  const start_date = addDays(end_date, -PAYROLL_DAYS);
  const asked = await client.prod('POST', '/v1/administrators/payrolls/', { access_token, start_date, end_date });
  const url = `/v1/administrators/payrolls/${asked.json().payroll_report_id}/`;
  const { status, payroll_report } = await endedReport(stage, url);
  const entries: { full_name: string; pay_date: string; gross_pay: string; net_pay: string }[] = payroll_report;
  const line = (name: string, pay_date: string, gross: string, net: string) => `${pay_date} ${name} ${gross} ${net}`;
  return {
    status,
    reported: entries
      .map(({ full_name, pay_date, gross_pay, net_pay }) => line(full_name, pay_date, gross_pay, net_pay))
      .toSorted(),
    paid: paymentsOf(companyOf(username), end_date, seed)
      .filter(({ pay_date }) => pay_date >= start_date)
      .flatMap(({ pay_date, stubs }) =>
        stubs.map(({ employee: { life }, stub }) =>
          line(
            `${life.person.first_name} ${life.person.last_name}`,
            pay_date,
            decimal(stub.gross_cents),
            decimal(stub.net_cents),
          ),
        ),
      )
      .toSorted(),
  };
}

/** Waits until the report has ended. If the report waits for a busy provider, moves the clock past the wait. */
async function endedReport(stage: Stage, url: string) {
  const { house, client } = stage;
  const system = house.database.scoped(SYSTEM);
  for (;;) {
    let report = (await client.prod('GET', url)).json();
    let due: Date | undefined;
    await until(async () => {
      const { rows } = await system.query<{ due_at: Date }>(
        `select due_at from timers where kind = 'payroll_report_due' and subject_id = $1`,
        [report.payroll_report_id],
      );
      due = rows[0]?.due_at;
      report = (await client.prod('GET', url)).json();
      return report.status !== 'new' || due !== undefined;
    });
    if (report.status !== 'new' || due === undefined) return report;
    stage.moveTo(new Date(Math.max(due.getTime(), house.clock.now().getTime())));
    await fireDueTimers(house, TIMER_HANDLERS);
  }
}

type AccountKind = AccountHistory['plan']['kind'];

/**
 * Whether the connector shows accounts of this kind. At Plaid, brokerage accounts are at another institution, which
 * needs its own connection.
 */
const shows = (kind: Kind, account: AccountKind): boolean => kind !== 'plaid' || account !== 'brokerage';

/**
 * Whether the connector lists the transactions of accounts of this kind. Plaid lists no transactions for most kinds of
 * loans.
 */
const lists = (kind: Kind, account: AccountKind): boolean =>
  kind !== 'plaid' || ['checking', 'savings', 'money_market', 'cd', 'credit_card', 'student_loan'].includes(account);

function accountLines(
  { plan, rows, pending, closing_cents }: AccountHistory,
  since: string,
  is_listed: boolean,
): string[] {
  const number = plan.number.slice(-4);
  const line = (status: string, day: string, { cents, description }: Row) =>
    `${number} ${status} ${day} ${decimal(cents)} ${description}`;
  return [
    ...(plan.kind === 'brokerage' ? [] : [`${number} balance ${decimal(Math.abs(closing_cents))}`]),
    ...(is_listed
      ? [
          ...rows.filter((row) => row.posted_on >= since).map((row) => line('POSTED', row.posted_on, row)),
          ...pending.map((row) => line('PENDING', row.transacted_on, row)),
        ]
      : []),
  ];
}
