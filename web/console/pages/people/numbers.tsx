// The account and routing numbers in the data of a link. They are masked until a user asks to see them.
import { Table } from '../../../shared/parts/table.tsx';
import { useDesk } from '../../desk.tsx';
import { type Page, useLoad } from '../../load.ts';
import { ACCOUNT_WORDS, accountName } from '../../parts/kinds.ts';
import { Reveal } from '../../parts/reveal.tsx';
import { Show } from '../../parts/states.tsx';
import { useWords } from '../../words.ts';
import { WORDS } from './words.ts';

type LinkProps = { link_id: string; version: string };

type Numbered = {
  id: string;
  type: string;
  mask: string | null;
  nickname: string | null;
  account_number: string;
  routing_number: string;
};

/** The numbers of the deposit accounts at a bank. */
export function BankNumbers({ link_id, version }: LinkProps) {
  const { v1 } = useDesk();
  const words = useWords(WORDS);
  const kinds = useWords(ACCOUNT_WORDS);
  const path = `links/${link_id}/auth/`;
  const numbers = useLoad<{ accounts: readonly Numbered[] }>(v1(path), version);
  return (
    <Show of={numbers}>
      {({ accounts }) =>
        accounts.length > 0 && (
          <section class="stack">
            <div class="card-head">
              <h2>{words.numbers}</h2>
              <Reveal path={path} reload={numbers.reload} />
            </div>
            <Table
              caption={words.numbers}
              rows={accounts}
              keyOf={({ id }) => id}
              columns={[
                { label: words.account, show: (account) => accountName(kinds, account) },
                { label: words.account_number, show: ({ account_number }) => account_number },
                { label: words.routing_number, show: ({ routing_number }) => routing_number },
              ]}
            />
          </section>
        )
      }
    </Show>
  );
}

type PayAccount = {
  id: string;
  bank_name: string | null;
  account_name: string | null;
  account_number: string | null;
  routing_number: string | null;
};

/** The numbers of the accounts to which pay is deposited. */
export function PayNumbers({ link_id, version }: LinkProps) {
  const { v1 } = useDesk();
  const words = useWords(WORDS);
  const path = `links/${link_id}/bank_accounts/`;
  const numbers = useLoad<Page<PayAccount>>(v1(path), version);
  return (
    <Show of={numbers}>
      {({ results }) =>
        results.length > 0 && (
          <section class="stack">
            <div class="card-head">
              <h2>{words.pay_accounts}</h2>
              <Reveal path={path} reload={numbers.reload} />
            </div>
            <Table
              caption={words.pay_accounts}
              rows={results}
              keyOf={({ id }) => id}
              columns={[
                { label: words.account, show: ({ bank_name, account_name }) => bank_name ?? account_name },
                { label: words.account_number, show: ({ account_number }) => account_number },
                { label: words.routing_number, show: ({ routing_number }) => routing_number },
              ]}
            />
          </section>
        )
      }
    </Show>
  );
}
