// Returns the figures of a report from the API, and the figures that the report must have. The expected figures are
// computed from the data that simulators/lives declares about the simulated person. All figures are written as lines,
// so that they can be compared.
import { addDays } from '#base/calendar.ts';
import type { AssetReportAnswer } from '#domain/reports/asset-reports.ts';
import type { UserReportAnswer } from '#domain/reports/user-reports.ts';
import { decimal } from '#simulators/kit/bank.ts';
import { type AccountHistory, historyOf } from '#simulators/lives/history.ts';
import type { Life } from '#simulators/lives/life.ts';
import { payStubsOf } from '#simulators/lives/pay-stubs.ts';
import { LIVES } from '#simulators/lives/people/people.ts';

function lifeOf(username: string): Life {
  const life = LIVES.find((one) => one.username === username);
  if (life === undefined) throw new Error(`nobody is called ${username}`);
  return life;
}

/** Balances and posted transactions of the deposit accounts in an asset report. */
export const assetLines = ({ links }: AssetReportAnswer): string[] =>
  links
    .flatMap(({ accounts }) => accounts)
    .flatMap(({ mask, nickname, balances, transactions }) => {
      const number = mask ?? /\((\d{4})\)/.exec(nickname ?? '')?.[1] ?? '';
      return [
        `${number} balance ${balances.balance}`,
        ...transactions
          .filter(({ status }) => status === 'POSTED')
          .map(({ posted_at, type, amount, description }) =>
            [number, posted_at?.slice(0, 10), `${type === 'DEBIT' ? '-' : ''}${amount}`, description].join(' '),
          ),
      ];
    })
    .toSorted();

const DEPOSITS: ReadonlySet<string> = new Set(['checking', 'savings', 'money_market', 'cd']);

/**
 * The lines that `assetLines` must return for the person. An FDX bank shows a day's transactions only on the next day.
 */
export function declaredAssets(
  username: string,
  { as_of_date, days_requested }: Pick<AssetReportAnswer, 'as_of_date' | 'days_requested'>,
  kind: string,
): string[] {
  const since = addDays(as_of_date, 1 - days_requested);
  return historyOf(lifeOf(username), kind === 'fdx' ? addDays(as_of_date, -1) : as_of_date)
    .accounts.filter(({ plan }) => DEPOSITS.has(plan.kind))
    .flatMap((account) => declaredAccount(account, since))
    .toSorted();
}

function declaredAccount({ plan, rows, closing_cents }: AccountHistory, since: string): string[] {
  const number = plan.number.slice(-4);
  return [
    `${number} balance ${decimal(closing_cents)}`,
    ...rows
      .filter(({ transacted_on }) => transacted_on >= since)
      .map(({ posted_on, cents, description }) => `${number} ${posted_on} ${decimal(cents)} ${description}`),
  ];
}

/** The pay stubs in an income report. */
export const payLines = ({ links }: UserReportAnswer): string[] =>
  links
    .flatMap(({ employments }) => employments)
    .flatMap(({ company, statements }) =>
      statements.map(({ pay_date, gross_pay, net_pay }) => `${company.name} ${pay_date} ${gross_pay} ${net_pay}`),
    )
    .toSorted();

/** The lines that `payLines` must return for the person's last job, for the pay dates from `since` to `until`. */
export function declaredPay(username: string, since: string, until: string): string[] {
  const life = lifeOf(username);
  const job = life.jobs.at(-1);
  if (job === undefined) throw new Error('the person has no job');
  return payStubsOf(life, job, until)
    .filter(({ pay_date }) => pay_date >= since)
    .map(({ pay_date, gross_cents, net_cents }) =>
      [job.employer.name, pay_date, decimal(gross_cents), decimal(net_cents)].join(' '),
    )
    .toSorted();
}
