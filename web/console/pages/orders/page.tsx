// Orders: the list with its filters and saved views, the form for a new order, and the page of one order.
import { Badge } from '../../../shared/parts/marks.tsx';
import { useDesk } from '../../desk.tsx';
import { fullName } from '../../format.ts';
import { ContractList } from '../../parts/contract-list.tsx';
import type { Filter } from '../../parts/filters.tsx';
import { Id, Moment, PageHead, useQuery } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { PRODUCT_WORDS, Products, STATUS_WORDS, Status } from '../../parts/statuses.tsx';
import { COMMON } from '../../parts/words.ts';
import { queryText } from '../../router.ts';
import type { PageProps } from '../../shell/pages.ts';
import { useWords, wordFor } from '../../words.ts';
import { NewOrder } from './new-order.tsx';
import { OrderPage } from './order.tsx';
import { SavedViews } from './saved-views.tsx';
import { ORDER_STATUSES, type Order, PRODUCTS, WORDS } from './words.ts';

export default function Orders({ rest }: PageProps) {
  const [id] = rest;
  if (id === undefined) return <OrderList />;
  return id === 'new' ? <NewOrder /> : <OrderPage key={id} id={id} />;
}

function OrderList() {
  const { to, may, http, own } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const statuses = useWords(STATUS_WORDS);
  const products = useWords(PRODUCT_WORDS);
  const query = useQuery();
  const filters: readonly Filter[] = [
    {
      name: 'status',
      label: common.status,
      kind: 'choice',
      options: ORDER_STATUSES.map((value) => ({ value, label: wordFor(statuses, value) })),
    },
    {
      name: 'product_type',
      label: words.product,
      kind: 'choice',
      options: PRODUCTS.map((value) => ({ value, label: wordFor(products, value) })),
    },
    { name: 'order_number', label: words.number, kind: 'text' },
    { name: 'external_user_id', label: words.external_id, kind: 'text' },
    { name: 'user_id', label: words.person_id, kind: 'text' },
    { name: 'created_at__gte', label: common.from, kind: 'day' },
    { name: 'created_at__lte', label: common.to, kind: 'day' },
  ];
  const chosen = Object.fromEntries(filters.map(({ name }) => [name, query.get(name)]));
  const create = may('cases', 'write') && (
    <a class="button button-main" href={to(['orders', 'new'])}>
      {words.create}
    </a>
  );
  return (
    <>
      <PageHead title={words.title} lead={words.lead}>
        {may('disclosure', 'write') && (
          <a class="button button-second" download href={http.url(own(`orders/export/${queryText(chosen)}`))}>
            {words.export}
          </a>
        )}
        {create}
      </PageHead>
      <SavedViews page="orders" filters={chosen} />
      <ContractList<Order>
        caption={words.title}
        path="orders/"
        filters={filters}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => to(['orders', id])}
        columns={[
          {
            label: words.person,
            show: (order) => fullName(order) ?? <Id id={order.user_id} />,
          },
          {
            label: words.number,
            show: ({ order_number }) => order_number && <span class="whole">{order_number}</span>,
          },
          { label: words.products, is_minor: true, show: ({ products: of }) => <Products of={of} /> },
          { label: common.status, show: ({ status }) => <Status of={status} /> },
          {
            label: common.created,
            show: ({ created_at, initial_order }) => (
              <span class="line">
                <Moment at={created_at} />
                {initial_order !== null && <Badge>{words.is_refresh}</Badge>}
              </span>
            ),
          },
        ]}
        empty={
          <Empty
            title={words.empty_title}
            text={words.empty_text}
            curl={{
              method: 'POST',
              path: 'orders/',
              body: {
                products: ['income'],
                first_name: 'Jordan',
                last_name: 'Averill',
                employers: [{ company_name: 'Home Depot' }],
              },
            }}
          >
            {create}
          </Empty>
        }
        isChangedBy={({ event_type }) => event_type.startsWith('order-')}
      />
    </>
  );
}
