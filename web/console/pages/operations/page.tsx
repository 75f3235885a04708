// Operations: the client's features, limits and usage, providers, invoices, and jobs that have failed permanently.
import { Button } from '../../../shared/parts/basics.tsx';
import { Badge } from '../../../shared/parts/marks.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { useDesk } from '../../desk.tsx';
import { count, money } from '../../format.ts';
import { useLoad } from '../../load.ts';
import { Id, Moment, PageHead } from '../../parts/page.tsx';
import { problemText, Show } from '../../parts/states.tsx';
import { PRODUCT_WORDS, Status } from '../../parts/statuses.tsx';
import { COMMON } from '../../parts/words.ts';
import { inBoth, useLocale, useWords, wordFor } from '../../words.ts';

const WORDS = inBoth(
  {
    title: 'Operations',
    lead: 'What this client may use, what it used, and what went wrong.',
    features: 'Features',
    on: 'On',
    off: 'Off',
    limits: 'Limits',
    limit: 'Limit',
    per: 'Per',
    number: 'Number',
    usage: 'Usage of this month',
    product: 'Product',
    tasks: 'Tasks',
    price: 'Price',
    amount: 'Amount',
    total: 'Total',
    no_usage: 'No billed task this month. The sandbox is never billed.',
    providers: 'Providers',
    provider: 'Provider',
    method: 'Method',
    health: 'Health',
    live: 'Live',
    sandbox: 'Sandbox',
    invoices: 'Invoices',
    no_invoices: 'No invoices yet.',
    invoice: 'Invoice',
    jobs: 'Jobs that failed for good',
    no_jobs: 'None.',
    job: 'Job',
    message: 'Message',
    attempts: 'Attempts',
    died: 'Failed',
    retry: 'Try again',
    retried: 'The job was put back into the queue.',
    retention: 'How long data is kept',
    days: '{days} days',
    companies: 'Companies in the catalogue',
    seconds: '{seconds} s',
    change:
      'The operator changes features, limits and prices with the command line: vouch client set, vouch price set.',
  },
  {
    title: 'Operación',
    lead: 'Qué puede usar este cliente, qué usó y qué falló.',
    features: 'Funciones',
    on: 'Activa',
    off: 'Inactiva',
    limits: 'Límites',
    limit: 'Límite',
    per: 'Por',
    number: 'Número',
    usage: 'Uso de este mes',
    product: 'Producto',
    tasks: 'Tareas',
    price: 'Precio',
    amount: 'Monto',
    total: 'Total',
    no_usage: 'Ninguna tarea facturada este mes. El entorno de pruebas nunca se factura.',
    providers: 'Proveedores',
    provider: 'Proveedor',
    method: 'Método',
    health: 'Estado',
    live: 'Real',
    sandbox: 'Pruebas',
    invoices: 'Facturas',
    no_invoices: 'Aún no hay facturas.',
    invoice: 'Factura',
    jobs: 'Trabajos que fallaron definitivamente',
    no_jobs: 'Ninguno.',
    job: 'Trabajo',
    message: 'Mensaje',
    attempts: 'Intentos',
    died: 'Falló',
    retry: 'Reintentar',
    retried: 'El trabajo volvió a la cola.',
    retention: 'Cuánto se guardan los datos',
    days: '{days} días',
    companies: 'Empresas en el catálogo',
    seconds: '{seconds} s',
    change:
      'El operador cambia funciones, límites y precios con la línea de comandos: vouch client set, vouch price set.',
  },
);

type Operation = {
  features: readonly { name: string; is_on: boolean }[];
  limits: readonly { name: string; value: number; window_seconds: number }[];
  providers: readonly { id: string; name: string; data_source: string; is_live: boolean; status: string | null }[];
  retention: readonly { what: string; days: number }[];
  companies: { count: number; is_more: boolean };
};
type Usage = {
  month: string;
  lines: readonly { product_type: string; count: number; unit_price: string; amount: string }[];
  total: string;
};
type Invoices = {
  results: readonly { id: string; status: string; total: string | null; created_at: string }[];
};
type Jobs = {
  results: readonly { id: string; name: string; attempts: number; message: string; died_at: string }[];
};

export default function Operations() {
  const { own } = useDesk();
  const words = useWords(WORDS);
  const locale = useLocale();
  const products = useWords(PRODUCT_WORDS);
  const operation = useLoad<Operation>(own('operations/'));
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <UsageCard />
      <JobsCard />
      <Show of={operation}>
        {({ features, limits, providers, retention, companies }) => (
          <>
            <section class="card">
              <h2>{words.providers}</h2>
              <Table
                caption={words.providers}
                rows={providers}
                keyOf={({ id }) => id}
                columns={[
                  { label: words.provider, show: ({ name }) => name },
                  { label: words.method, show: ({ data_source }) => wordFor(products, data_source) },
                  {
                    label: words.health,
                    show: ({ is_live, status }) => (
                      <Badge
                        tone={status === null ? 'calm' : status === 'healthy' || status === 'ok' ? 'good' : 'warn'}
                      >
                        {status ?? (is_live ? words.live : words.sandbox)}
                      </Badge>
                    ),
                  },
                ]}
              />
            </section>
            <div class="columns">
              <section class="card">
                <h2>{words.features}</h2>
                <Table
                  caption={words.features}
                  rows={features}
                  keyOf={({ name }) => name}
                  columns={[
                    { label: words.features, show: ({ name }) => wordFor({}, name) },
                    {
                      label: words.on,
                      show: ({ is_on }) => <Badge tone={is_on ? 'good' : 'calm'}>{is_on ? words.on : words.off}</Badge>,
                    },
                  ]}
                />
              </section>
              <section class="card">
                <h2>{words.limits}</h2>
                <Table
                  caption={words.limits}
                  rows={limits}
                  keyOf={({ name }) => name}
                  columns={[
                    { label: words.limit, show: ({ name }) => wordFor({}, name) },
                    { label: words.number, is_number: true, show: ({ value }) => count(locale, value) },
                    {
                      label: words.per,
                      is_number: true,
                      show: ({ window_seconds }) => words.seconds.replace('{seconds}', count(locale, window_seconds)),
                    },
                  ]}
                />
              </section>
              <section class="card">
                <h2>{words.retention}</h2>
                <Table
                  caption={words.retention}
                  rows={retention}
                  keyOf={({ what }) => what}
                  columns={[
                    { label: words.retention, show: ({ what }) => wordFor({}, what) },
                    {
                      label: words.number,
                      is_number: true,
                      show: ({ days }) => words.days.replace('{days}', count(locale, days)),
                    },
                  ]}
                />
              </section>
            </div>
            <p class="soft small">
              {words.companies}: {count(locale, companies.count)}
              {companies.is_more && '+'}. {words.change}
            </p>
          </>
        )}
      </Show>
      <InvoicesCard />
    </>
  );
}

function UsageCard() {
  const { own } = useDesk();
  const words = useWords(WORDS);
  const products = useWords(PRODUCT_WORDS);
  const locale = useLocale();
  const usage = useLoad<Usage>(own('operations/usage/'));
  return (
    <Show of={usage}>
      {({ month, lines, total }) => (
        <section class="card">
          <div class="card-head">
            <h2>
              {words.usage} ({month})
            </h2>
            <strong>{money(total)}</strong>
          </div>
          {lines.length === 0 ? (
            <p class="soft">{words.no_usage}</p>
          ) : (
            <Table
              caption={words.usage}
              rows={lines}
              keyOf={({ product_type, unit_price }) => `${product_type} ${unit_price}`}
              columns={[
                { label: words.product, show: ({ product_type }) => wordFor(products, product_type) },
                { label: words.tasks, is_number: true, show: (line) => count(locale, line.count) },
                { label: words.price, is_number: true, show: ({ unit_price }) => money(unit_price) },
                { label: words.amount, is_number: true, show: ({ amount }) => money(amount) },
              ]}
            />
          )}
        </section>
      )}
    </Show>
  );
}

function JobsCard() {
  const { own, http, say, may } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const jobs = useLoad<Jobs>(own('operations/jobs/'));
  const retry = async (id: string): Promise<void> => {
    const { problem } = await http.send('POST', own(`operations/jobs/${id}/retry/`), {});
    say(problem === undefined ? { text: words.retried } : { text: problemText(common, problem), tone: 'bad' });
    jobs.reload();
  };
  return (
    <Show of={jobs}>
      {({ results }) => (
        <section class="card">
          <h2>{words.jobs}</h2>
          {results.length === 0 ? (
            <p class="soft">{words.no_jobs}</p>
          ) : (
            <Table
              caption={words.jobs}
              rows={results}
              keyOf={({ id }) => id}
              columns={[
                { label: words.job, show: ({ name }) => wordFor({}, name) },
                { label: words.message, show: ({ message }) => message },
                { label: words.attempts, is_number: true, is_minor: true, show: ({ attempts }) => attempts },
                { label: words.died, show: ({ died_at }) => <Moment at={died_at} /> },
                {
                  label: words.retry,
                  show: ({ id, name }) =>
                    may('administration', 'write') && (
                      <Button kind="quiet" label={`${words.retry}: ${name}`} onClick={() => void retry(id)}>
                        {words.retry}
                      </Button>
                    ),
                },
              ]}
            />
          )}
        </section>
      )}
    </Show>
  );
}

function InvoicesCard() {
  const { own } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const invoices = useLoad<Invoices>(own('operations/invoices/'));
  return (
    <Show of={invoices}>
      {({ results }) => (
        <section class="card">
          <h2>{words.invoices}</h2>
          {results.length === 0 ? (
            <p class="soft">{words.no_invoices}</p>
          ) : (
            <Table
              caption={words.invoices}
              rows={results}
              keyOf={({ id }) => id}
              columns={[
                { label: words.invoice, show: ({ id }) => <Id id={id} /> },
                { label: common.status, show: ({ status }) => <Status of={status} /> },
                { label: words.total, is_number: true, show: ({ total }) => money(total) },
                { label: common.created, show: ({ created_at }) => <Moment at={created_at} /> },
              ]}
            />
          )}
        </section>
      )}
    </Show>
  );
}
