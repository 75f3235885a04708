// Shows where the numbers of an asset report come from: a total is the sum of its accounts, and an average is computed
// from daily balances.
import { useState } from 'preact/hooks';
import { Button } from '../../../shared/parts/basics.tsx';
import { Dialog } from '../../../shared/parts/dialog.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { fill } from '../../../shared/words.ts';
import { day, money } from '../../format.ts';
import { ACCOUNT_WORDS, accountName } from '../../parts/kinds.ts';
import { COMMON } from '../../parts/words.ts';
import { useLocale, useWords } from '../../words.ts';
import { daysFrom } from './months.ts';
import { WORDS } from './words.ts';

/** The balance at the end of each day, as the report's averages use it. */
export type DailyBalances = {
  account_id: string;
  is_counted: boolean;
  first_day: string;
  balances: readonly string[];
};

type Named = { id: string; type: string; mask: string | null; nickname: string | null };

type TotalProps = {
  name: string;
  amount: string | null;
  /** The accounts that the total adds up, each with its own value. */
  parts: readonly { account: Named; amount: string | null }[];
};

/** The id of the card of an account on the page. */
export const cardId = (account_id: string): string => `account-${account_id}`;

/**
 * Shows a total of the report. A click on the total opens the list of the accounts that it adds up, and a click on an
 * account leads to the account's card.
 */
export function TotalFigure({ name, amount, parts }: TotalProps) {
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const kinds = useWords(ACCOUNT_WORDS);
  const [is_open, setOpen] = useState(false);
  const show = (account_id: string): void => {
    setOpen(false);
    document.getElementById(cardId(account_id))?.scrollIntoView();
  };
  return (
    <>
      <button type="button" class="figure" onClick={() => setOpen(true)}>
        <span class="name">{name}</span>
        <span class="amount">{money(amount)}</span>
        <span class="small ask">{words.why_total}</span>
      </button>
      {is_open && (
        <Dialog kind="side" title={name} close_label={common.close} onClose={() => setOpen(false)}>
          <p>
            <strong>{money(amount)}</strong> <span class="soft">{words.adds_up_accounts}</span>
          </p>
          <Table
            caption={words.accounts}
            rows={parts}
            keyOf={({ account }) => account.id}
            columns={[
              { label: words.account, show: ({ account }) => accountName(kinds, account) },
              { label: name, is_number: true, show: (part) => money(part.amount) },
              {
                label: words.open,
                show: ({ account }) => (
                  <Button
                    kind="quiet"
                    label={`${words.open}: ${accountName(kinds, account)}`}
                    onClick={() => show(account.id)}
                  >
                    {words.open}
                  </Button>
                ),
              },
            ]}
          />
        </Dialog>
      )}
    </>
  );
}

/** Shows an average of an account. A click on the average opens the daily balances from which it was computed. */
export function AverageFigure({ days, amount, daily }: { days: number; amount: string; daily: DailyBalances }) {
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const locale = useLocale();
  const [is_open, setOpen] = useState(false);
  const name = fill(words.average, { days });
  return (
    <>
      <Button kind="quiet" is_small label={`${name}: ${money(amount)}`} onClick={() => setOpen(true)}>
        {money(amount)}
      </Button>
      {is_open && (
        <Dialog kind="side" title={name} close_label={common.close} onClose={() => setOpen(false)}>
          <p>
            <strong>{money(amount)}</strong> <span class="soft">{fill(words.mean_of_days, { days })}</span>
          </p>
          <Table
            caption={words.balance_per_day}
            rows={lastDays(daily, days)}
            keyOf={({ date }) => date}
            columns={[
              { label: words.date, show: ({ date }) => day(locale, date) },
              { label: words.balance, is_number: true, show: ({ balance }) => money(balance) },
            ]}
          />
        </Dialog>
      )}
    </>
  );
}

/** The balances of the last days of a report, newest first. */
export const lastDays = ({ first_day, balances }: DailyBalances, days: number): { date: string; balance: string }[] =>
  daysFrom(first_day, balances.length)
    .map((date, at) => ({ date, balance: balances[at] ?? '' }))
    .toReversed()
    .slice(0, days);
