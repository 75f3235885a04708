// The client's invoices, and one invoice in a dialog with its lines and orders.
import { Dialog } from '../../../shared/parts/dialog.tsx';
import { Facts } from '../../../shared/parts/marks.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { fill } from '../../../shared/words.ts';
import { useDesk } from '../../desk.tsx';
import { count, money } from '../../format.ts';
import { useLoad } from '../../load.ts';
import { Id, Moment, useQuery } from '../../parts/page.tsx';
import { CurlBlock, Show } from '../../parts/states.tsx';
import { PRODUCT_WORDS, Status } from '../../parts/statuses.tsx';
import { COMMON } from '../../parts/words.ts';
import { queryText } from '../../router.ts';
import { useLocale, useWords, wordFor } from '../../words.ts';
import { WORDS } from './words.ts';

/** The sample order that is shown if the list of invoices is empty. */
const SAMPLE_ORDER = {
  products: ['income'],
  first_name: 'Jordan',
  last_name: 'Averill',
  employers: [{ company_name: 'Harbor Mills' }],
};

type InvoiceRow = { id: string; status: string; total: string | null; created_at: string };

type Invoice = InvoiceRow & {
  order_group_id: string;
  updated_at: string;
  lines: readonly UsageLine[];
  orders_count: number;
  orders: readonly { id: string; order_number: string | null }[];
};

/** One line about a product's usage: how often the product was used at one price, and the resulting amount. */
export type UsageLine = { product_type: string; count: number; unit_price: string; amount: string };

export function InvoicesCard() {
  const { own, go } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const query = useQuery();
  const before = query.get('before');
  const invoices = useLoad<{ has_more: boolean; results: readonly InvoiceRow[] }>(
    own(`operations/invoices/${queryText({ before })}`),
  );
  const chosen = query.get('invoice');
  return (
    <>
      <Show of={invoices}>
        {({ results, has_more }) => (
          <section class="card">
            <h2>{words.invoices}</h2>
            {results.length === 0 && before === '' ? (
              <>
                <p class="soft">{words.no_invoices}</p>
                <CurlBlock method="POST" path="orders/" body={SAMPLE_ORDER} />
              </>
            ) : (
              <Table
                caption={words.invoices}
                rows={results}
                keyOf={({ id }) => id}
                hrefOf={({ id }) => query.href({ invoice: id })}
                columns={[
                  { label: words.invoice, show: ({ id }) => <Id id={id} /> },
                  { label: common.status, show: ({ status }) => <Status of={status} /> },
                  { label: words.total, is_number: true, show: ({ total }) => money(total) },
                  { label: common.created, show: ({ created_at }) => <Moment at={created_at} /> },
                ]}
              />
            )}
            {(before !== '' || has_more) && (
              <nav class="pager" aria-label={words.invoices}>
                <span>{before !== '' && <a href={query.href({ before: null })}>{words.newest}</a>}</span>
                {has_more && <a href={query.href({ before: results.at(-1)?.id })}>{words.older}</a>}
              </nav>
            )}
          </section>
        )}
      </Show>
      {chosen !== '' && <InvoiceDialog key={chosen} id={chosen} onClose={() => go(query.href({ invoice: null }))} />}
    </>
  );
}

function InvoiceDialog({ id, onClose }: { id: string; onClose(): void }) {
  const { own, to } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const locale = useLocale();
  const invoice = useLoad<Invoice>(own(`operations/invoices/${id}/`));
  return (
    <Dialog kind="side" title={words.invoice} close_label={common.close} onClose={onClose}>
      <Show of={invoice}>
        {(value) => (
          <>
            <Facts
              facts={[
                ['Id', <Id id={value.id} />],
                [common.status, <Status of={value.status} />],
                [words.total, value.total === null ? null : money(value.total)],
                [words.group, <Id id={value.order_group_id} />],
                [common.created, <Moment at={value.created_at} />],
                [words.changed, <Moment at={value.updated_at} />],
              ]}
            />
            {value.lines.length > 0 && <UsageLines caption={words.usage} lines={value.lines} />}
            <Table
              caption={words.orders}
              rows={value.orders}
              keyOf={(order) => order.id}
              hrefOf={(order) => to(['orders', order.id])}
              columns={[{ label: words.orders, show: (order) => order.order_number ?? <Id id={order.id} /> }]}
            />
            {value.orders_count > value.orders.length && (
              <p class="soft small">{fill(words.more_orders, { count: count(locale, value.orders_count) })}</p>
            )}
          </>
        )}
      </Show>
    </Dialog>
  );
}

export function UsageLines({ caption, lines }: { caption: string; lines: readonly UsageLine[] }) {
  const words = useWords(WORDS);
  const products = useWords(PRODUCT_WORDS);
  const locale = useLocale();
  return (
    <Table
      caption={caption}
      rows={lines}
      keyOf={({ product_type, unit_price }) => `${product_type} ${unit_price}`}
      columns={[
        { label: words.product, show: ({ product_type }) => wordFor(products, product_type) },
        { label: words.tasks, is_number: true, show: (line) => count(locale, line.count) },
        { label: words.price, is_number: true, show: ({ unit_price }) => money(unit_price) },
        { label: words.amount, is_number: true, show: ({ amount }) => money(amount) },
      ]}
    />
  );
}
