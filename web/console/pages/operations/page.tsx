// Operations: the client's settings, features, limits and prices, usage and invoices, providers, the catalogue of
// companies, retention, and jobs that have failed permanently.
import { Button } from '../../../shared/parts/basics.tsx';
import { Badge } from '../../../shared/parts/marks.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { fill } from '../../../shared/words.ts';
import { useDesk } from '../../desk.tsx';
import { count, money } from '../../format.ts';
import { useLoad } from '../../load.ts';
import { Id, Moment, PageHead, useQuery } from '../../parts/page.tsx';
import { CurlBlock, problemText, Show } from '../../parts/states.tsx';
import { PRODUCT_WORDS, Status } from '../../parts/statuses.tsx';
import { COMMON } from '../../parts/words.ts';
import { queryText } from '../../router.ts';
import { useLocale, useWords, wordFor } from '../../words.ts';
import { monthAfter } from '../people/months.ts';
import { CompaniesCard } from './companies.tsx';
import { RetentionCard } from './retention.tsx';
import { ClientCard, CommandBlock, FeaturesCard, LimitsCard, PricesCard } from './settings.tsx';
import { type Operation, WORDS } from './words.ts';

/** The sample order that is shown if the list of invoices is empty. */
const SAMPLE_ORDER = {
  products: ['income'],
  first_name: 'Jordan',
  last_name: 'Averill',
  employers: [{ company_name: 'Harbor Mills' }],
};

type Usage = {
  month: string;
  lines: readonly { product_type: string; count: number; unit_price: string; amount: string }[];
  total: string;
};
type Invoices = {
  has_more: boolean;
  results: readonly {
    id: string;
    order_id: string | null;
    status: string;
    total: string | null;
    created_at: string;
  }[];
};
type Jobs = {
  results: readonly { id: string; name: string; attempts: number; message: string; died_at: string }[];
};

export default function Operations() {
  const { own } = useDesk();
  const words = useWords(WORDS);
  const products = useWords(PRODUCT_WORDS);
  const operation = useLoad<Operation>(own('operations/'));
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <UsageCard />
      <JobsCard />
      <Show of={operation}>
        {(value) => (
          <>
            <ClientCard operation={value} onChanged={operation.reload} />
            <FeaturesCard operation={value} onChanged={operation.reload} />
            <LimitsCard operation={value} onChanged={operation.reload} />
            <PricesCard operation={value} onChanged={operation.reload} />
            <section class="card">
              <h2>{words.providers}</h2>
              <Table
                caption={words.providers}
                rows={value.providers}
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
            <CompaniesCard operation={value} onChanged={operation.reload} />
            <RetentionCard operation={value} />
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
  const query = useQuery();
  const usage = useLoad<Usage>(own(`operations/usage/${queryText({ month: query.get('month') })}`));

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
          <nav class="pager" aria-label={words.month}>
            <a href={query.href({ month: monthBefore(month) })}>{words.month_before}</a>
            {query.get('month') !== '' && (
              <span class="line">
                <a href={query.href({ month: monthAfter(`${month}-01`).slice(0, 7) })}>{words.month_after}</a>
                <a href={query.href({ month: null })}>{words.this_month}</a>
              </span>
            )}
          </nav>
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
  const locale = useLocale();
  const jobs = useLoad<Jobs>(own('operations/jobs/'));
  const retry = async (id: string): Promise<void> => {
    const { problem } = await http.send('POST', own(`operations/jobs/${id}/retry/`), {});
    say(problem === undefined ? { text: words.retried } : { text: problemText(common, problem), tone: 'bad' });
    jobs.reload();
  };
  const retryAll = async (): Promise<void> => {
    const { problem, value } = await http.send<{ retried: number }>('POST', own('operations/jobs/retry/'), {});
    const text = fill(words.retried_all, { count: count(locale, value?.retried ?? 0) });
    say(problem === undefined ? { text } : { text: problemText(common, problem), tone: 'bad' });
    jobs.reload();
  };
  return (
    <Show of={jobs}>
      {({ results }) => (
        <section class="card">
          <div class="card-head">
            <h2>{words.jobs}</h2>
            {results.length > 1 && may('administration', 'write') && (
              <Button kind="second" onClick={() => void retryAll()}>
                {words.retry_all}
              </Button>
            )}
          </div>
          {results.length === 0 ? (
            <>
              <p class="soft">{words.no_jobs}</p>
              <CommandBlock text="npx vouch jobs dead" />
            </>
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
  const { to, may } = useDesk();
  const query = useQuery();
  const before = query.get('before');
  const invoices = useLoad<Invoices>(own(`operations/invoices/${queryText({ before })}`));
  return (
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
              columns={[
                { label: words.invoice, show: ({ id }) => <Id id={id} /> },
                { label: common.status, show: ({ status }) => <Status of={status} /> },
                { label: words.total, is_number: true, show: ({ total }) => money(total) },
                { label: common.created, show: ({ created_at }) => <Moment at={created_at} /> },
                {
                  label: words.order,
                  show: ({ order_id }) =>
                    order_id !== null && may('cases', 'read') ? (
                      <Id id={order_id} href={to(['orders', order_id], { tab: 'invoice' })} />
                    ) : (
                      <Id id={order_id} />
                    ),
                },
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
  );
}

function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
}
