// The year that results from a declaration: pay per month, and the balance of each account.
import { month } from '../../format.ts';
import { Chart } from '../../parts/chart.tsx';
import { useLocale, useWords } from '../../words.ts';
import { monthsBetween, shortDollars, sumsPerMonth } from '../people/months.ts';
import { bookingsOf, type Plan, paysIn } from './bodies.ts';
import { addMonths } from './dates.ts';
import { balancesOf } from './life.ts';
import { useAccountNames } from './rows.tsx';
import { WORDS } from './words.ts';

const COLOURS = ['--chart-1', '--chart-2', '--chart-3', '--chart-4'];

export function Preview({ plan }: { plan: Plan }) {
  const words = useWords(WORDS);
  const locale = useLocale();
  const { life, today } = plan;
  const from = addMonths(today, -12);
  const pays = life.jobs.flatMap((job) => paysIn(job, plan)).filter(({ date }) => date > from && date <= today);
  const months = monthsBetween(pays.map(({ date }) => date));
  const sums = (part: 'gross_cents' | 'net_cents') =>
    sumsPerMonth(
      months,
      pays.map((pay) => ({ date: pay.date, amount: (pay[part] / 100).toFixed(2) })),
    );
  const names = useAccountNames(life.accounts);
  const bookings = bookingsOf(plan);
  const balances = life.accounts.slice(0, COLOURS.length).map((account) => balancesOf(account, bookings, today));
  return (
    <section class="card" aria-live="polite">
      <h2>{words.preview}</h2>
      {pays.length === 0 && balances.length === 0 && <p class="soft small">{words.nothing}</p>}
      {pays.length > 0 && (
        <>
          <h3>{words.pay}</h3>
          <Chart
            label={words.pay}
            labels={months.map((one) => month(locale, one))}
            kind="lines"
            show={shortDollars}
            height={180}
            series={[
              { name: words.gross, values: sums('gross_cents'), colour: '--chart-2' },
              { name: words.net, values: sums('net_cents'), colour: '--chart-1' },
            ]}
          />
        </>
      )}
      {balances.length > 0 && (
        <>
          <h3>{words.balances}</h3>
          <Chart
            label={words.balances}
            labels={(balances[0] ?? []).map((one) => month(locale, one.month))}
            kind={balances.length === 1 ? 'bars' : 'lines'}
            show={shortDollars}
            height={180}
            series={balances.map((balance, at) => ({
              name: names[at]?.label ?? words.balances,
              values: balance.map(({ cents }) => cents),
              colour: COLOURS[at] ?? '--chart-1',
            }))}
          />
        </>
      )}
    </section>
  );
}
