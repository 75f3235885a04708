// What an order costs: each use of a product, and the invoice of the order's group.
import { Notice } from '../../../shared/parts/basics.tsx';
import { Badge, Facts, type Tone } from '../../../shared/parts/marks.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { fill } from '../../../shared/words.ts';
import { useDesk } from '../../desk.tsx';
import { money } from '../../format.ts';
import { useLoad } from '../../load.ts';
import { Id, Moment } from '../../parts/page.tsx';
import { Show } from '../../parts/states.tsx';
import { PRODUCT_WORDS } from '../../parts/statuses.tsx';
import { inBoth, useWords, wordFor } from '../../words.ts';

const WORDS = inBoth(
  {
    title: 'What this order costs',
    none: 'Nothing has been billed for this order yet. A task that ends with data is billed once.',
    sample: 'The sandbox charges nothing. In production each line has the price of its day.',
    product: 'Product',
    task: 'Task',
    used: 'When',
    price: 'Unit price',
    number: 'Number',
    amount: 'Amount',
    total: 'Total of this order',
    more: 'This order has more lines than are shown here. The total covers only the lines shown.',
    invoice: 'Invoice of the order group',
    no_invoice: 'There is no invoice yet.',
    pending: 'Open',
    pending_text: 'The invoice is made when every order of the group has ended.',
    success: 'Made',
    error: 'Could not be made',
    orders: 'Orders on it',
    invoice_total: 'Total of the invoice',
    begun: 'Begun',
    changed: 'Last change',
    pdf: 'Invoice as PDF',
    of_group: 'The invoice also covers {count} other orders of the group.',
    of_group_one: 'The invoice also covers one other order of the group.',
  },
  {
    title: 'Lo que cuesta esta orden',
    none: 'Aún no se ha cobrado nada por esta orden. Una tarea que termina con datos se cobra una vez.',
    sample: 'En pruebas no se cobra nada. En producción cada línea lleva el precio de su día.',
    product: 'Producto',
    task: 'Tarea',
    used: 'Cuándo',
    price: 'Precio unitario',
    number: 'Número',
    amount: 'Importe',
    total: 'Total de esta orden',
    more: 'Esta orden tiene más líneas de las que se muestran. El total cubre solo las líneas mostradas.',
    invoice: 'Factura del grupo de órdenes',
    no_invoice: 'Aún no hay factura.',
    pending: 'Abierta',
    pending_text: 'La factura se hace cuando termina cada orden del grupo.',
    success: 'Hecha',
    error: 'No se pudo hacer',
    orders: 'Órdenes en ella',
    invoice_total: 'Total de la factura',
    begun: 'Empezada',
    changed: 'Último cambio',
    pdf: 'Factura en PDF',
    of_group: 'La factura cubre también otras {count} órdenes del grupo.',
    of_group_one: 'La factura cubre también otra orden del grupo.',
  },
);

type InvoiceStatus = 'pending' | 'success' | 'error';

type Usage = {
  is_sample: boolean;
  has_more: boolean;
  total: string;
  lines: readonly {
    task_id: string;
    product_type: string;
    used_at: string;
    count: number;
    unit_price: string;
    amount: string;
  }[];
  invoice: {
    id: string;
    status: InvoiceStatus;
    orders: number;
    total: string | null;
    created_at: string;
    updated_at: string;
  } | null;
};

const TONES: Record<InvoiceStatus, Tone> = { pending: 'busy', success: 'good', error: 'bad' };

export function Invoice({ order_id, version }: { order_id: string; version: number }) {
  const { own, v1 } = useDesk();
  const words = useWords(WORDS);
  const usage = useLoad<Usage>(own(`orders/${order_id}/invoice/`), version);
  // The URL of the PDF is null until the PDF is made. It is also null for roles that have no right to see files.
  const file = useLoad<{ file: string | null }>(v1(`orders/${order_id}/invoice/`), version).value?.file ?? null;
  return (
    <Show of={usage}>
      {(value) => (
        <div class="stack">
          <Lines usage={value} />
          <OfGroup invoice={value.invoice} />
          {file !== null && (
            <div class="line">
              <a class="button button-second" href={file} target="_blank" rel="noopener noreferrer">
                {words.pdf}
              </a>
            </div>
          )}
        </div>
      )}
    </Show>
  );
}

function Lines({ usage: { lines, total, is_sample, has_more } }: { usage: Usage }) {
  const words = useWords(WORDS);
  const products = useWords(PRODUCT_WORDS);
  return (
    <section class="card">
      <div class="card-head">
        <h2>{words.title}</h2>
        <span class="line">
          <span class="soft small">{words.total}</span>
          <strong>{money(total)}</strong>
        </span>
      </div>
      {is_sample && <Notice tone="calm">{words.sample}</Notice>}
      {has_more && <Notice tone="warn">{words.more}</Notice>}
      {lines.length === 0 ? (
        <p class="soft">{words.none}</p>
      ) : (
        <Table
          caption={words.title}
          rows={lines}
          keyOf={({ task_id }) => task_id}
          columns={[
            { label: words.product, show: ({ product_type }) => wordFor(products, product_type) },
            { label: words.used, show: ({ used_at }) => <Moment at={used_at} /> },
            { label: words.task, is_minor: true, show: ({ task_id }) => <Id id={task_id} /> },
            { label: words.number, is_number: true, show: ({ count }) => count },
            { label: words.price, is_number: true, show: ({ unit_price }) => money(unit_price) },
            { label: words.amount, is_number: true, show: ({ amount }) => money(amount) },
          ]}
        />
      )}
    </section>
  );
}

function OfGroup({ invoice }: { invoice: Usage['invoice'] }) {
  const words = useWords(WORDS);
  if (invoice === null) return <p class="soft">{words.no_invoice}</p>;
  const others = invoice.orders - 1;
  return (
    <section class="card">
      <div class="card-head">
        <h2>{words.invoice}</h2>
        <Badge tone={TONES[invoice.status]}>{words[invoice.status]}</Badge>
      </div>
      {invoice.status === 'pending' && <p class="soft">{words.pending_text}</p>}
      {others > 0 && <p class="soft">{others === 1 ? words.of_group_one : fill(words.of_group, { count: others })}</p>}
      <Facts
        facts={[
          [words.invoice_total, invoice.total === null ? null : money(invoice.total)],
          [words.orders, invoice.orders],
          [words.begun, <Moment at={invoice.created_at} />],
          [words.changed, <Moment at={invoice.updated_at} />],
          ['Id', <Id id={invoice.id} />],
        ]}
      />
    </section>
  );
}
