// One link: its connection, its data, and a button to refresh it.
import { Button } from '../../../shared/parts/basics.tsx';
import { Badge, Facts } from '../../../shared/parts/marks.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { useDesk } from '../../desk.tsx';
import { money } from '../../format.ts';
import { useReloadOn } from '../../live.ts';
import { type Page, useLoad } from '../../load.ts';
import { ACCOUNT_WORDS, accountName, DOCUMENT_WORDS } from '../../parts/kinds.ts';
import { Id, Moment, PageHead, Pager, PersonId, useQuery } from '../../parts/page.tsx';
import { problemText, Show } from '../../parts/states.tsx';
import { PRODUCT_WORDS, Status } from '../../parts/statuses.tsx';
import { COMMON } from '../../parts/words.ts';
import { queryText } from '../../router.ts';
import type { PageProps } from '../../shell/pages.ts';
import { useWords, wordFor } from '../../words.ts';
import { TransactionTable } from './asset-report.tsx';
import { EmploymentCard } from './income-report.tsx';
import { Policies } from './insurance.tsx';
import { BankNumbers, PayNumbers } from './numbers.tsx';
import { type Employment, type Link, type Transaction, WORDS } from './words.ts';

export default function LinkPage({ rest }: PageProps) {
  const { v1, own, to, http, say, may } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const products = useWords(PRODUCT_WORDS);
  const id = rest[0] ?? '';
  const link = useLoad<Link>(v1(`links/${id}/`));
  useReloadOn(({ payload }) => payload['link_id'] === id, link.reload);
  const refresh = async (): Promise<void> => {
    const answer = await http.send('POST', own(`links/${id}/refreshes/`));
    say(
      answer.problem === undefined
        ? { text: words.refreshing }
        : { text: problemText(common, answer.problem), tone: 'bad' },
    );
    link.reload();
  };
  return (
    <Show of={link} is_page>
      {(value) => (
        <>
          <PageHead
            title={value.provider.name}
            lead={<Id id={value.id} />}
            crumbs={[
              { label: words.title, href: to(['people']) },
              { label: words.person, href: to(['people', value.user_id]) },
            ]}
          >
            {may('cases', 'write') && (
              <Button kind="second" onClick={() => void refresh()}>
                {words.refresh}
              </Button>
            )}
          </PageHead>
          <section class="card">
            <Facts
              facts={[
                [words.person, <PersonId id={value.user_id} />],
                [words.method, wordFor(products, value.data_source)],
                [words.product, wordFor(products, value.initial_product_type)],
                [
                  words.connected,
                  <Badge tone={value.is_connected ? 'good' : 'bad'}>
                    {value.is_connected ? words.connected : words.disconnected}
                  </Badge>,
                ],
                [common.status, <Status of={value.status} />],
                [words.updated, <Moment at={value.updated_at} />],
              ]}
            />
          </section>
          {value.data_source === 'docs' && <Documents id={id} version={value.updated_at} />}
          {value.data_source === 'financial_accounts' ? (
            <BankData id={id} version={value.updated_at} />
          ) : value.data_source === 'insurance' || value.initial_product_type === 'insurance' ? (
            <Policies link_id={id} version={value.updated_at} />
          ) : (
            <PayrollData id={id} link={value} />
          )}
          <Provenance id={id} version={value.updated_at} />
        </>
      )}
    </Show>
  );
}

type FieldSource = { list: string; field: string; provider_field: string };

/** Shows, for each field in the data of a live link, the provider's field from which it comes. */
function Provenance({ id, version }: { id: string; version: string }) {
  const { own } = useDesk();
  const words = useWords(WORDS);
  const { value } = useLoad<{ results: readonly FieldSource[] }>(own(`links/${id}/provenance/`), version);
  if (value === undefined || value.results.length === 0) return null;
  return (
    <details class="more">
      <summary>{words.provenance}</summary>
      <Table
        caption={words.provenance}
        rows={value.results}
        keyOf={({ list, field }) => `${list}.${field}`}
        columns={[
          { label: words.list, show: ({ list }) => <code>{list}</code> },
          { label: words.field, show: ({ field }) => <code>{field}</code> },
          { label: words.provider_field, show: ({ provider_field }) => <code>{provider_field}</code> },
        ]}
      />
    </details>
  );
}

type LinkDocument = {
  id: string;
  document_type: string;
  filename: string;
  is_suspicious: boolean;
  created_at: string;
};

/** The documents from which the data of the link was read. */
function Documents({ id, version }: { id: string; version: string }) {
  const { v1, to } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const kinds = useWords(DOCUMENT_WORDS);
  const list = useLoad<Page<LinkDocument>>(v1(`links/${id}/documents/?page_size=100`), version);
  return (
    <Show of={list}>
      {({ results }) => (
        <section class="stack">
          <h2>{words.documents}</h2>
          <Table
            caption={words.documents}
            rows={results}
            keyOf={(document) => document.id}
            hrefOf={(document) => to(['documents', document.id])}
            columns={[
              { label: words.document, show: ({ document_type }) => wordFor(kinds, document_type) },
              { label: words.filename, show: ({ filename }) => filename },
              {
                label: common.status,
                show: ({ is_suspicious }) =>
                  is_suspicious ? <Badge tone="bad">{words.suspicious}</Badge> : <Badge>{words.not_suspicious}</Badge>,
              },
              { label: common.created, show: ({ created_at }) => <Moment at={created_at} /> },
            ]}
          />
        </section>
      )}
    </Show>
  );
}

function PayrollData({ id, link }: { id: string; link: Link }) {
  const { v1 } = useDesk();
  const words = useWords(WORDS);
  const page = useQuery().get('page');
  const list = useLoad<Page<Employment>>(v1(`links/${id}/employments/${queryText({ page })}`), link.updated_at);
  return (
    <Show of={list}>
      {({ results, count }) =>
        results.length === 0 ? (
          <p class="soft">{words.no_employment}</p>
        ) : (
          <>
            {results.map((employment) => (
              <EmploymentCard
                key={employment.id}
                employment={employment}
                provider={link.provider.name}
                is_suspicious={link.is_suspicious}
              />
            ))}
            <Pager count={count} />
            <PayNumbers link_id={id} version={link.updated_at} />
          </>
        )
      }
    </Show>
  );
}

type BankPage = {
  count: number;
  accounts: readonly {
    id: string;
    type: string;
    mask: string | null;
    nickname: string | null;
    balances: { balance: string | null; available_balance: string | null };
  }[];
  transactions: readonly Transaction[];
};

function BankData({ id, version }: { id: string; version: string }) {
  const { v1 } = useDesk();
  const words = useWords(WORDS);
  const kinds = useWords(ACCOUNT_WORDS);
  const page = useQuery().get('page');
  const data = useLoad<BankPage>(v1(`links/${id}/transactions/${queryText({ page })}`), version);
  return (
    <Show of={data}>
      {({ count, accounts, transactions }) => (
        <>
          <h2>{words.accounts}</h2>
          <Table
            caption={words.accounts}
            rows={accounts}
            keyOf={(account) => account.id}
            columns={[
              {
                label: words.account,
                show: (account) => accountName(kinds, account),
              },
              { label: words.balance, is_number: true, show: ({ balances }) => money(balances.balance) },
              { label: words.available, is_number: true, show: ({ balances }) => money(balances.available_balance) },
            ]}
          />
          <BankNumbers link_id={id} version={version} />
          <h2>{words.transactions}</h2>
          <TransactionTable transactions={transactions} />
          <Pager count={count} />
        </>
      )}
    </Show>
  );
}
