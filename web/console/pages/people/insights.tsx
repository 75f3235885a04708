// Income found in bank data, as a chart per month and source with a forecast. Each figure can be opened to see its
// explanation and its transactions.
import { Facts } from '../../../shared/parts/marks.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { useDesk } from '../../desk.tsx';
import { day, money, month } from '../../format.ts';
import { useLoad } from '../../load.ts';
import { Chart, chartColour } from '../../parts/chart.tsx';
import { useQuery } from '../../parts/page.tsx';
import { Show } from '../../parts/states.tsx';
import { useLocale, useWords, wordFor } from '../../words.ts';
import { Why } from './explain.tsx';
import { CATEGORY_WORDS } from './kinds.ts';
import { cents, monthAfter, monthsBetween, shortDollars, sumsPerMonth } from './months.ts';
import { ReportHead } from './report-head.tsx';
import { WORDS } from './words.ts';

export type Source = {
  account_id: string;
  income_description: string;
  income_category: string;
  pay_frequency: string | null;
  next_payment_date: string | null;
  total_amount: string;
  transaction_count: number;
  avg_deposit_amount: string;
  historical_average_monthly_income: string;
  historical_average_monthly_gross_income: string;
  forecasted_average_monthly_income: string;
  employer: { name: string } | null;
  historical_summary: readonly {
    start_date: string;
    total_amount: string;
    transactions: readonly { transaction_id: string; amount: string; date: string; description: string }[];
  }[];
};

type Amounts = readonly { amount: string }[];

export type Insights = {
  created_at: string;
  days_requested: number;
  links: readonly { link_id: string; bank_income_sources: readonly Source[] }[];
  bank_income_summary: {
    historical_average_monthly_income: Amounts;
    forecasted_average_monthly_income: Amounts;
    historical_annual_income: Amounts;
    forecasted_annual_income: Amounts;
  };
};

const FORECAST_MONTHS = 3;

export function InsightsPage({ user_id, report_id }: { user_id: string; report_id: string }) {
  const { v1, go } = useDesk();
  const words = useWords(WORDS);
  const path = `users/${user_id}/income_insights/reports/${report_id}/`;
  const report = useLoad<Insights>(v1(path));
  const query = useQuery();
  return (
    <Show of={report} is_page>
      {(value) => {
        const sources = value.links.flatMap((link) => link.bank_income_sources);
        // The URL names the explained figure: the position of its source, and its field.
        const asked = { at: Number(query.get('source')), figure: query.get('figure') };
        const source = sources[asked.at];
        const label = FIGURES.find(([figure]) => figure === asked.figure)?.[1];
        return (
          <>
            <ReportHead title={words.report_insights} user_id={user_id} path={path} made_at={value.created_at} />
            {sources.length === 0 ? (
              <p class="soft">{words.no_income}</p>
            ) : (
              <>
                <Totals summary={value.bank_income_summary} />
                <section class="card">
                  <h2>{words.income_per_month}</h2>
                  <MonthChart sources={sources} />
                </section>
                <h2>{words.sources}</h2>
                {sources.map((one, at) => (
                  <SourceCard key={at} source={one} onAsk={(figure) => go(query.href({ source: at, figure }))} />
                ))}
              </>
            )}
            {label !== undefined && source !== undefined && (
              <Why
                path={`${path}explain/`}
                at={asked.at}
                figure={asked.figure}
                name={words[label]}
                source={source}
                onClose={() => go(query.href({ source: null, figure: null }))}
              />
            )}
          </>
        );
      }}
    </Show>
  );
}

function Totals({ summary }: { summary: Insights['bank_income_summary'] }) {
  const words = useWords(WORDS);
  const totals = [
    [words.monthly, summary.historical_average_monthly_income],
    [words.forecast, summary.forecasted_average_monthly_income],
    [words.annual, summary.historical_annual_income],
    [words.annual_forecast, summary.forecasted_annual_income],
  ] as const;
  return (
    <div class="figures">
      {totals.map(([name, amounts]) => (
        <div class="figure" key={name}>
          <span class="name">{name}</span>
          <span class="amount">{money(amounts[0]?.amount)}</span>
        </div>
      ))}
    </div>
  );
}

/** A chart of the past months, followed by the months of the forecast. */
function MonthChart({ sources }: { sources: readonly Source[] }) {
  const words = useWords(WORDS);
  const locale = useLocale();
  const months = monthsBetween(
    sources.flatMap((source) => source.historical_summary.map(({ start_date }) => start_date)),
  );
  const expected: string[] = [];
  for (let at = months.at(-1); at !== undefined && expected.length < FORECAST_MONTHS; ) {
    at = monthAfter(at);
    expected.push(at);
  }
  const forecast = sources.reduce((sum, source) => sum + (cents(source.forecasted_average_monthly_income) ?? 0), 0);
  return (
    <Chart
      label={words.income_per_month}
      labels={[...months, ...expected].map((one) => month(locale, one))}
      kind="bars"
      show={shortDollars}
      height={260}
      series={[
        ...sources.map((source, at) => ({
          name: source.employer?.name ?? source.income_description,
          colour: chartColour(at),
          values: [
            ...sumsPerMonth(
              months,
              source.historical_summary.map(({ start_date, total_amount }) => ({
                date: start_date,
                amount: total_amount,
              })),
            ),
            ...expected.map(() => null),
          ],
        })),
        {
          name: words.expected,
          colour: '--chart-forecast',
          values: [...months.map(() => null), ...expected.map(() => forecast)],
        },
      ]}
    />
  );
}

const FIGURES = [
  ['historical_average_monthly_income', 'monthly'],
  ['historical_average_monthly_gross_income', 'monthly_gross'],
  ['forecasted_average_monthly_income', 'forecast'],
  ['total_amount', 'total'],
] as const;

function SourceCard({ source, onAsk }: { source: Source; onAsk(figure: string): void }) {
  const words = useWords(WORDS);
  const categories = useWords(CATEGORY_WORDS);
  const locale = useLocale();
  const name = source.employer?.name ?? source.income_description;
  const deposits = source.historical_summary.flatMap(({ transactions }) => transactions);
  return (
    <article class="card">
      <div class="card-head">
        <div>
          <h3>{name}</h3>
          <p class="soft small">{source.income_description}</p>
        </div>
      </div>
      <div class="figures">
        {FIGURES.map(([figure, label]) => (
          <button key={figure} type="button" class="figure" onClick={() => onAsk(figure)}>
            <span class="name">{words[label]}</span>
            <span class="amount">{money(source[figure])}</span>
            <span class="small ask">{words.why}</span>
          </button>
        ))}
      </div>
      <Facts
        facts={[
          [words.category, wordFor(categories, source.income_category)],
          [words.frequency, source.pay_frequency && wordFor(words, source.pay_frequency)],
          [words.next_payment, day(locale, source.next_payment_date)],
          [words.deposits, source.transaction_count],
        ]}
      />
      <details class="more">
        <summary>
          {words.deposits} ({deposits.length})
        </summary>
        <Table
          caption={words.deposits}
          rows={deposits}
          keyOf={({ transaction_id }) => transaction_id}
          columns={[
            { label: words.description, show: ({ description }) => description },
            { label: words.date, show: ({ date }) => day(locale, date) },
            { label: words.amount, is_number: true, show: ({ amount }) => money(amount) },
          ]}
        />
      </details>
    </article>
  );
}
