// Income found in bank data, as a chart: the income of each source per month, with a forecast. Each figure can be
// opened to see its explanation and its transactions.
import { useState } from 'preact/hooks';
import { isAveraged } from '#domain/reports/lasting-income.ts';
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
import { FIGURE_NAMES, type FigureName, figureLabel, figureText } from './figures.ts';
import { CATEGORY_WORDS } from './kinds.ts';
import { cents, monthAfter, monthsBetween, shortDollars, sumsPerMonth } from './months.ts';
import { ReportHead } from './report-head.tsx';
import { type Insights, type Source, sourceName } from './sources.ts';
import { TotalDialog } from './total.tsx';
import { TOTALS, type Total } from './totals.ts';
import { WORDS } from './words.ts';

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
        // The URL states which figure is explained: the position of the figure's income source, and the figure's field.
        const asked_at = Number(query.get('source'));
        const figure = FIGURE_NAMES.find((name) => name === query.get('figure'));
        const source = sources[asked_at];
        const ask = (at: number, figure: FigureName): void => go(query.href({ source: at, figure }));
        return (
          <>
            <ReportHead title={words.report_insights} user_id={user_id} path={path} made_at={value.created_at} />
            {sources.length === 0 ? (
              <p class="soft">{words.no_income}</p>
            ) : (
              <>
                <Totals summary={value.bank_income_summary} sources={sources} onAsk={ask} />
                <section class="card">
                  <h2>{words.income_per_month}</h2>
                  <MonthChart sources={sources} />
                </section>
                <h2>{words.sources}</h2>
                {sources.map((one, at) => (
                  <SourceCard key={at} source={one} onAsk={(figure) => ask(at, figure)} />
                ))}
              </>
            )}
            {figure !== undefined && source !== undefined && (
              <Why
                key={`${asked_at} ${figure}`}
                path={`${path}explain/`}
                at={asked_at}
                figure={figure}
                source={source}
                onAsk={(figure) => ask(asked_at, figure)}
                onClose={() => go(query.href({ source: null, figure: null }))}
              />
            )}
          </>
        );
      }}
    </Show>
  );
}

type TotalsProps = {
  summary: Insights['bank_income_summary'];
  sources: readonly Source[];
  onAsk(at: number, figure: FigureName): void;
};

/** Shows the totals in each currency. A click on a total opens the list of the sources that it adds up. */
function Totals({ summary, sources, onAsk }: TotalsProps) {
  const words = useWords(WORDS);
  const [asked, setAsked] = useState<{ total: Total; title: string; amount: string; currency: string }>();
  return (
    <div class="figures">
      {TOTALS.flatMap((total) =>
        summary[total.name].map(({ amount, iso_currency_code: currency }) => {
          const name = words[TOTAL_LABELS[total.name]];
          const title = summary[total.name].length === 1 ? name : `${name} (${currency})`;
          return (
            <button
              key={title}
              type="button"
              class="figure"
              onClick={() => setAsked({ total, title, amount, currency })}
            >
              <span class="name">{title}</span>
              <span class="amount">{money(amount)}</span>
              <span class="small ask">{words.why_total}</span>
            </button>
          );
        }),
      )}
      {asked !== undefined && (
        <TotalDialog
          {...asked}
          sources={sources}
          onAsk={(at) => {
            setAsked(undefined);
            onAsk(at, asked.total.figure);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

const TOTAL_LABELS = {
  historical_average_monthly_income: 'monthly',
  forecasted_average_monthly_income: 'forecast',
  historical_annual_income: 'annual',
  forecasted_annual_income: 'annual_forecast',
} as const satisfies Record<keyof Insights['bank_income_summary'], keyof typeof WORDS.en>;

/** True if the report's own forecast includes the source, and the source is still expected to pay. */
const isExpected = ({ income_category, forecasted_average_monthly_income }: Source): boolean =>
  isAveraged(income_category) && (cents(forecasted_average_monthly_income) ?? 0) !== 0;

/** One chart with the income of each source: first the past months, then the months of the forecast. */
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
  const lasting = sources.map((source, at) => ({ source, at })).filter(({ source }) => isExpected(source));
  return (
    <Chart
      label={words.income_per_month}
      labels={[...months, ...expected].map((one) => month(locale, one))}
      kind="bars"
      show={shortDollars}
      height={260}
      series={[
        ...sources.map((source, at) => ({
          name: sourceName(source),
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
        ...lasting.map(({ source, at }) => ({
          name: `${sourceName(source)} (${words.expected_short})`,
          colour: chartColour(at),
          is_faint: true,
          values: [...months.map(() => null), ...expected.map(() => cents(source.forecasted_average_monthly_income))],
        })),
      ]}
    />
  );
}

function SourceCard({ source, onAsk }: { source: Source; onAsk(figure: FigureName): void }) {
  const words = useWords(WORDS);
  const categories = useWords(CATEGORY_WORDS);
  const locale = useLocale();
  const deposits = source.historical_summary.flatMap(({ transactions }) => transactions);
  return (
    <article class="card">
      <div class="card-head">
        <div>
          <h3>{sourceName(source)}</h3>
          <p class="soft small">{source.income_description}</p>
        </div>
      </div>
      <div class="figures">
        {FIGURE_NAMES.map((figure) => (
          <button key={figure} type="button" class="figure" onClick={() => onAsk(figure)}>
            <span class="name">{figureLabel(words, figure)}</span>
            <span class="amount">{figureText(words, locale, figure, source[figure])}</span>
            <span class="small ask">{words.why}</span>
          </button>
        ))}
      </div>
      <Facts facts={[[words.category, wordFor(categories, source.income_category)]]} />
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
