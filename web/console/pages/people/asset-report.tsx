// The asset report of a person: daily balances, averages, and the transactions from which they were computed.
import { Badge, Facts } from '../../../shared/parts/marks.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { fill } from '../../../shared/words.ts';
import { useDesk } from '../../desk.tsx';
import { day, money } from '../../format.ts';
import { useLoad } from '../../load.ts';
import { Chart } from '../../parts/chart.tsx';
import { ACCOUNT_WORDS, accountName } from '../../parts/kinds.ts';
import { Show } from '../../parts/states.tsx';
import { useLocale, useWords } from '../../words.ts';
import { AverageFigure, cardId, type DailyBalances, TotalFigure } from './asset-figures.tsx';
import { cents, daysFrom, shortDollars } from './months.ts';
import { ReportHead } from './report-head.tsx';
import { type Transaction, WORDS } from './words.ts';

type Averages = { avg_30: string | null; avg_60: string | null; avg_90: string | null };

type Account = {
  id: string;
  type: string;
  mask: string | null;
  nickname: string | null;
  balances: { balance: string | null; available_balance: string | null };
  days_available: number;
  nsf: number;
  summary: Averages;
  transactions: readonly Transaction[];
};

type Report = {
  created_at: string;
  days_requested: number;
  large_deposit_threshold: string | null;
  summary: Averages & { balance: string };
  links: readonly { link_id: string; provider_name: string; accounts: readonly Account[] }[];
};

export function AssetReportPage({ user_id, report_id }: { user_id: string; report_id: string }) {
  const { v1, own } = useDesk();
  const words = useWords(WORDS);
  const path = `users/${user_id}/assets/reports/${report_id}/`;
  const report = useLoad<Report>(v1(path));
  const daily = useLoad<{ accounts: readonly DailyBalances[] }>(own(`${path}balances/`));
  return (
    <Show of={report} is_page>
      {({ created_at, summary, links }) => {
        const is_counted = new Set(daily.value?.accounts.flatMap((one) => (one.is_counted ? [one.account_id] : [])));
        const counted = links.flatMap(({ accounts }) => accounts).filter(({ id }) => is_counted.has(id));
        return (
          <>
            <ReportHead title={words.report_assets} user_id={user_id} path={path} made_at={created_at} />
            {links.length === 0 && <p class="soft">{words.no_data}</p>}
            {links.length > 0 && (
              <div class="figures">
                <TotalFigure
                  name={words.balance}
                  amount={summary.balance}
                  parts={counted.map((account) => ({ account, amount: account.balances.balance }))}
                />
                {([30, 60, 90] as const).map((days) => (
                  <TotalFigure
                    key={days}
                    name={fill(words.average, { days })}
                    amount={summary[`avg_${days}`]}
                    parts={counted.map((account) => ({ account, amount: account.summary[`avg_${days}`] }))}
                  />
                ))}
              </div>
            )}
            {links.flatMap((link) =>
              link.accounts.map((account) => (
                <AccountCard
                  key={account.id}
                  account={account}
                  bank={link.provider_name}
                  daily={daily.value?.accounts.find(({ account_id }) => account_id === account.id)}
                />
              )),
            )}
          </>
        );
      }}
    </Show>
  );
}

type AccountCardProps = { account: Account; bank: string; daily: DailyBalances | undefined };

function AccountCard({ account, bank, daily }: AccountCardProps) {
  const words = useWords(WORDS);
  const kinds = useWords(ACCOUNT_WORDS);
  const locale = useLocale();
  const { balances, transactions } = account;
  const days = daily === undefined ? [] : daysFrom(daily.first_day, daily.balances.length);
  const average = (count: number, amount: string | null) =>
    amount === null || daily === undefined ? (
      money(amount)
    ) : (
      <AverageFigure days={count} amount={amount} daily={daily} />
    );
  return (
    <article class="card" id={cardId(account.id)}>
      <div class="card-head">
        <div>
          <h2>{accountName(kinds, account)}</h2>
          <p class="soft">{bank}</p>
        </div>
        <strong>{money(balances.balance)}</strong>
      </div>
      <Facts
        facts={[
          [words.available, money(balances.available_balance)],
          ...([30, 60, 90] as const).map(
            (count) => [fill(words.average, { days: count }), average(count, account.summary[`avg_${count}`])] as const,
          ),
          [words.days_available, account.days_available],
          [words.nsf, account.nsf],
        ]}
      />
      {daily !== undefined && days.length > 1 && (
        <Chart
          label={words.balance_per_day}
          labels={days.map((one) => day(locale, one))}
          kind="lines"
          show={shortDollars}
          height={200}
          series={[{ name: words.balance, values: daily.balances.map(cents), colour: '--chart-1' }]}
        />
      )}
      {transactions.length > 0 && (
        <details class="more">
          <summary>{fill(words.all_transactions, { count: transactions.length })}</summary>
          <TransactionTable transactions={transactions} />
        </details>
      )}
    </article>
  );
}

export function TransactionTable({ transactions }: { transactions: readonly Transaction[] }) {
  const words = useWords(WORDS);
  const locale = useLocale();
  return (
    <Table
      caption={words.transactions}
      rows={transactions}
      keyOf={({ id }) => id}
      columns={[
        {
          label: words.description,
          show: ({ description, is_large_deposit }) => (
            <span class="line">
              {description}
              {is_large_deposit === true && <Badge tone="warn">{words.large}</Badge>}
            </span>
          ),
        },
        { label: words.date, show: ({ transacted_at }) => day(locale, transacted_at) },
        {
          label: words.amount,
          is_number: true,
          show: ({ amount, type }) => `${type === 'DEBIT' ? '−' : '+'}${money(amount)}`,
        },
      ]}
    />
  );
}
