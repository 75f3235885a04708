// People: the list, one person, and the person's reports.
import { useDesk } from '../../desk.tsx';
import { fullName } from '../../format.ts';
import { ContractList } from '../../parts/contract-list.tsx';
import { Id, Moment, PageHead } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { PRODUCT_WORDS } from '../../parts/statuses.tsx';
import { COMMON } from '../../parts/words.ts';
import type { PageProps } from '../../shell/pages.ts';
import { useWords, wordFor } from '../../words.ts';
import { AssetReportPage } from './asset-report.tsx';
import { IncomeReportPage } from './income-report.tsx';
import { InsightsPage } from './insights.tsx';
import { PersonPage } from './person.tsx';
import { type Person, WORDS } from './words.ts';

const PRODUCTS = ['income', 'employment', 'assets', 'transactions', 'insurance', 'deposit_switch', 'pll', 'admin'];

export default function People({ rest }: PageProps) {
  const [id, kind, report_id] = rest;
  if (id === undefined) return <PersonList />;
  if (report_id !== undefined) {
    const props = { user_id: id, report_id };
    if (kind === 'income') return <IncomeReportPage {...props} />;
    if (kind === 'assets') return <AssetReportPage {...props} />;
    if (kind === 'insights') return <InsightsPage {...props} />;
  }
  return <PersonPage key={id} id={id} />;
}

function PersonList() {
  const { to } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const products = useWords(PRODUCT_WORDS);
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <ContractList<Person>
        caption={words.title}
        path="users/"
        filters={[
          { name: 'external_user_id', label: words.external_id, kind: 'text' },
          {
            name: 'product_type',
            label: words.product,
            kind: 'choice',
            options: PRODUCTS.map((value) => ({ value, label: wordFor(products, value) })),
          },
          { name: 'created_at__gte', label: common.from, kind: 'day' },
          { name: 'created_at__lte', label: common.to, kind: 'day' },
        ]}
        isChangedBy={({ event_type }) => event_type === 'order-created' || event_type.startsWith('link-')}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => to(['people', id])}
        columns={[
          { label: words.name, show: (person) => fullName(person) ?? <Id id={person.id} /> },
          { label: words.external_id, show: ({ external_user_id }) => external_user_id },
          { label: words.email, is_minor: true, show: ({ email }) => email },
          { label: words.links, is_number: true, show: ({ links }) => links?.length ?? 0 },
          { label: common.created, show: ({ created_at }) => <Moment at={created_at} /> },
        ]}
        empty={
          <Empty
            title={words.empty_title}
            text={words.empty_text}
            curl={{ method: 'POST', path: 'users/', body: { external_user_id: 'jordan', first_name: 'Jordan' } }}
          />
        }
      />
    </>
  );
}
