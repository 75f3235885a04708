// The income and employment report of a person as a readable page.
import { useState } from 'preact/hooks';
import { Button } from '../../../shared/parts/basics.tsx';
import { Dialog } from '../../../shared/parts/dialog.tsx';
import { Badge, Facts } from '../../../shared/parts/marks.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { fill } from '../../../shared/words.ts';
import { useDesk } from '../../desk.tsx';
import { day, money, month } from '../../format.ts';
import { useLoad } from '../../load.ts';
import { Chart } from '../../parts/chart.tsx';
import { UNIT_WORDS } from '../../parts/kinds.ts';
import { useQuery } from '../../parts/page.tsx';
import { Show } from '../../parts/states.tsx';
import { COMMON } from '../../parts/words.ts';
import { useLocale, useWords, wordFor } from '../../words.ts';
import { MISSING_WORDS, missingText } from './kinds.ts';
import { monthsBetween, shortDollars, sumsPerMonth } from './months.ts';
import { ReportHead } from './report-head.tsx';
import { type Employment, type Statement, WORDS } from './words.ts';

type Report = {
  created_at: string;
  links: readonly {
    link_id: string;
    provider_name: string;
    is_suspicious: boolean;
    employments: readonly Employment[];
  }[];
};

export function IncomeReportPage({ user_id, report_id }: { user_id: string; report_id: string }) {
  const { v1 } = useDesk();
  const words = useWords(WORDS);
  const path = `users/${user_id}/reports/${report_id}/`;
  const report = useLoad<Report>(v1(path));
  return (
    <Show of={report} is_page>
      {({ created_at, links }) => (
        <>
          <ReportHead title={words.report_income} user_id={user_id} path={path} made_at={created_at} />
          {links.length === 0 && <p class="soft">{words.no_data}</p>}
          {links.flatMap((link) =>
            link.employments.map((employment) => (
              <EmploymentCard
                key={employment.id}
                employment={employment}
                provider={link.provider_name}
                is_suspicious={link.is_suspicious}
              />
            )),
          )}
        </>
      )}
    </Show>
  );
}

type CardProps = { employment: Employment; provider: string; is_suspicious: boolean };

export function EmploymentCard({ employment, provider, is_suspicious }: CardProps) {
  const words = useWords(WORDS);
  const units = useWords(UNIT_WORDS);
  const missing = useWords(MISSING_WORDS);
  const common = useWords(COMMON);
  const [year, setYear] = useState<number>();
  const locale = useLocale();
  const { start_date, end_date, statements, annual_income_summary: years, missing_data_fields } = employment;
  const paid = statements.flatMap(({ pay_date, gross_pay, net_pay }) =>
    pay_date === null ? [] : [{ date: pay_date, gross_pay, net_pay }],
  );
  const months = monthsBetween(paid.map(({ date }) => date));
  const net = sumsPerMonth(
    months,
    paid.map(({ date, net_pay }) => ({ date, amount: net_pay })),
  );
  const gross = sumsPerMonth(
    months,
    paid.map(({ date, gross_pay }) => ({ date, amount: gross_pay })),
  );
  const rest = gross.map((value, at) => (value === null ? null : value - (net[at] ?? 0)));
  return (
    <article class="card">
      <div class="card-head">
        <div>
          <h2>{employment.company.name ?? provider}</h2>
          <p class="soft">{employment.job_title ?? '–'}</p>
        </div>
        <span class="line">
          {is_suspicious && <Badge tone="bad">{words.flagged}</Badge>}
          <Badge tone={employment.is_active ? 'good' : 'calm'}>
            {employment.is_active ? words.active : words.ended}
          </Badge>
        </span>
      </div>
      <Facts
        facts={[
          [
            words.income,
            `${money(employment.income)} ${employment.income_unit === null ? '' : wordFor(units, employment.income_unit)}`,
          ],
          [words.frequency, employment.pay_frequency && wordFor(words, employment.pay_frequency)],
          [
            words.since,
            `${day(locale, start_date)}${end_date === null ? '' : ` ${words.until} ${day(locale, end_date)}`}`,
          ],
          [words.provider, provider],
          [words.source, words.income_source],
        ]}
      />
      {missing_data_fields.length > 0 && (
        <p class="soft small">{fill(words.missing, { fields: missingText(missing, missing_data_fields) })}</p>
      )}
      {months.length > 1 && (
        <Chart
          label={words.gross_per_month}
          labels={months.map((one) => month(locale, one))}
          kind="bars"
          show={shortDollars}
          series={[
            { name: words.net, values: net, colour: '--chart-1' },
            { name: words.deductions, values: rest, colour: '--chart-forecast' },
          ]}
        />
      )}
      {years.length > 0 && (
        <Table
          caption={words.years}
          rows={years}
          keyOf={({ id }) => id}
          columns={[
            {
              label: words.year,
              show: ({ year }) => (
                <Button kind="quiet" is_small label={`${words.year_of} ${year}`} onClick={() => setYear(year)}>
                  {year}
                </Button>
              ),
            },
            { label: words.gross, is_number: true, show: ({ gross_pay }) => money(gross_pay) },
            { label: words.net, is_number: true, show: ({ net_pay }) => money(net_pay) },
            { label: words.overtime, is_number: true, is_minor: true, show: ({ overtime }) => money(overtime) },
            { label: words.bonus, is_number: true, is_minor: true, show: ({ bonus }) => money(bonus) },
            { label: words.commission, is_number: true, is_minor: true, show: ({ commission }) => money(commission) },
          ]}
        />
      )}
      {year !== undefined && (
        <Dialog
          kind="side"
          title={`${words.year_of} ${year}`}
          close_label={common.close}
          onClose={() => setYear(undefined)}
        >
          <p class="soft">{fill(words.year_source, { provider })}</p>
          <Statements statements={statementsOf(statements, year)} />
        </Dialog>
      )}
      <Statements statements={statements} />
    </article>
  );
}

/** The pay statements with a pay date in the given year. */
export const statementsOf = (statements: readonly Statement[], year: number): Statement[] =>
  statements.filter(({ pay_date }) => pay_date?.startsWith(`${year}-`) === true);

const SHOWN_FIRST = 6;

export function Statements({ statements }: { statements: readonly Statement[] }) {
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const locale = useLocale();
  const [is_whole, setWhole] = useState(false);
  const { go } = useDesk();
  const query = useQuery();
  const chosen = statements.find(({ id }) => id === query.get('statement'));
  if (statements.length === 0) return null;
  const lines = (name: string, list: Statement['earnings']) => (
    <Table
      caption={name}
      rows={list.map((line, at) => ({ ...line, at }))}
      keyOf={({ at }) => String(at)}
      columns={[
        { label: name, show: (line) => line.name },
        { label: words.amount, is_number: true, show: (line) => money(line.amount) },
      ]}
    />
  );
  return (
    <>
      <h3>{words.statements}</h3>
      <Table
        caption={words.statements}
        rows={is_whole ? statements : statements.slice(0, SHOWN_FIRST)}
        keyOf={({ id }) => id}
        columns={[
          { label: words.pay_date, show: ({ pay_date }) => day(locale, pay_date) },
          { label: words.gross, is_number: true, show: ({ gross_pay }) => money(gross_pay) },
          { label: words.net, is_number: true, show: ({ net_pay }) => money(net_pay) },
          { label: words.hours, is_number: true, is_minor: true, show: ({ hours }) => hours },
          {
            label: words.open,
            show: (statement) => (
              <Button
                kind="quiet"
                label={`${words.open}: ${day(locale, statement.pay_date)}`}
                onClick={() => go(query.href({ statement: statement.id }))}
              >
                {words.open}
              </Button>
            ),
          },
        ]}
      />
      {statements.length > SHOWN_FIRST && (
        <div>
          <Button kind="quiet" onClick={() => setWhole(!is_whole)}>
            {is_whole ? common.hide : `${common.all} (${statements.length})`}
          </Button>
        </div>
      )}
      {chosen !== undefined && (
        <Dialog
          kind="side"
          title={`${words.statement}: ${day(locale, chosen.pay_date)}`}
          close_label={common.close}
          onClose={() => go(query.href({ statement: null }))}
        >
          <Facts
            facts={[
              [words.period, `${day(locale, chosen.period_start)} – ${day(locale, chosen.period_end)}`],
              [words.gross, money(chosen.gross_pay)],
              [words.net, money(chosen.net_pay)],
              [words.hours, chosen.hours],
            ]}
          />
          {lines(words.earnings, chosen.earnings)}
          {lines(words.deductions, chosen.deductions)}
        </Dialog>
      )}
    </>
  );
}
