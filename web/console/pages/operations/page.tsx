// Operations: the client's settings, features, limits and prices, usage and invoices, providers, the catalogue of
// companies, retention, and jobs that have failed permanently.
import { Button } from '../../../shared/parts/basics.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { fill } from '../../../shared/words.ts';
import { useDesk } from '../../desk.tsx';
import { count, money } from '../../format.ts';
import { useLoad } from '../../load.ts';
import { Moment, PageHead, useQuery } from '../../parts/page.tsx';
import { problemText, Show } from '../../parts/states.tsx';
import { PRODUCT_WORDS } from '../../parts/statuses.tsx';
import { COMMON } from '../../parts/words.ts';
import { queryText } from '../../router.ts';
import { useLocale, useWords, wordFor } from '../../words.ts';
import { monthAfter } from '../people/months.ts';
import { CompaniesCard } from './companies.tsx';
import { Health } from './health.tsx';
import { InvoicesCard, type UsageLine, UsageLines } from './invoices.tsx';
import { RetentionCard } from './retention.tsx';
import { ClientCard, CommandBlock, FeaturesCard, LimitsCard, PricesCard } from './settings.tsx';
import { JOB_WORDS, type Operation, WORDS } from './words.ts';

type Usage = {
  month: string;
  lines: readonly UsageLine[];
  total: string;
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
                    show: ({ status }) => <Health status={status} />,
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
            <UsageLines caption={words.usage} lines={lines} />
          )}
        </section>
      )}
    </Show>
  );
}

function JobsCard() {
  const { own, http, say, may } = useDesk();
  const job_names = useWords(JOB_WORDS);
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
                { label: words.job, show: ({ name }) => wordFor(job_names, name) },
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

function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
}
