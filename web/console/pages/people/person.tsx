// One person: details, links, tasks, reports.
import { useState } from 'preact/hooks';
import { Button } from '../../../shared/parts/basics.tsx';
import { Badge, Facts, Tabs } from '../../../shared/parts/marks.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { useDesk } from '../../desk.tsx';
import { fullName } from '../../format.ts';
import { useReloadOn } from '../../live.ts';
import { type Page, useLoad } from '../../load.ts';
import { Id, Moment, PageHead, Pager, useQuery } from '../../parts/page.tsx';
import { Reveal } from '../../parts/reveal.tsx';
import { CurlBlock, connectCurl, problemText, Show } from '../../parts/states.tsx';
import { PRODUCT_WORDS, Status } from '../../parts/statuses.tsx';
import { COMMON } from '../../parts/words.ts';
import { queryText } from '../../router.ts';
import { useWords, wordFor } from '../../words.ts';
import { DeclaredTab } from './declared.tsx';
import { type Task, TaskDialog } from './task.tsx';
import { type Link, type Person, WORDS } from './words.ts';

const TABS = ['overview', 'reports', 'declared'] as const;

export function PersonPage({ id }: { id: string }) {
  const { v1, to, may, place, go } = useDesk();
  const words = useWords(WORDS);
  const query = useQuery();
  const person = useLoad<Person>(v1(`users/${id}/?list_links=true`));
  const has_declared = place.environment === 'sandbox' && may('sandbox', 'read');
  const tabs = TABS.filter((one) => one !== 'declared' || has_declared);
  const tab = tabs.find((one) => one === query.get('tab')) ?? 'overview';
  const task_id = query.get('task');
  return (
    <Show of={person} is_page>
      {(value) => (
        <>
          <PageHead
            title={fullName(value) ?? value.external_user_id ?? value.id}
            lead={<Id id={value.id} />}
            crumbs={[{ label: words.title, href: to(['people']) }]}
          >
            <a class="button button-second" href={to(['orders'], { user_id: id })}>
              {words.orders}
            </a>
            {place.environment === 'sandbox' && may('sandbox', 'write') && (
              <a class="button button-second" href={to(['persons', id])}>
                {words.declare}
              </a>
            )}
            {may('cases', 'write') && (
              <a
                class="button button-main"
                href={to(['orders', 'new'], {
                  user_id: id,
                  external_user_id: value.external_user_id,
                  first_name: value.first_name,
                  last_name: value.last_name,
                })}
              >
                {words.order}
              </a>
            )}
          </PageHead>
          <section class="card">
            <div class="card-head">
              <h2>{words.person}</h2>
              <Reveal path={`users/${id}/`} reload={person.reload} />
            </div>
            <Facts
              facts={[
                [words.external_id, value.external_user_id],
                [words.email, value.email],
                [words.phone, value.phone],
                [words.ssn, value.ssn],
              ]}
            />
          </section>
          <Tabs
            label={words.person}
            now={tab}
            tabs={tabs.map((one) => ({
              id: one,
              label: words[one],
              href: to(['people', id], one === 'overview' ? {} : { tab: one }),
            }))}
          />
          {tab === 'overview' && <Connections person={value} reload={person.reload} />}
          {tab === 'reports' && <Reports user_id={id} />}
          {task_id !== '' && <TaskDialog key={task_id} id={task_id} onClose={() => go(query.href({ task: null }))} />}
          {tab === 'declared' && <DeclaredTab user_id={id} />}
        </>
      )}
    </Show>
  );
}

function Connections({ person, reload }: { person: Person; reload(): void }) {
  const { v1, to, place } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const products = useWords(PRODUCT_WORDS);
  const query = useQuery();
  const page = query.get('tasks_page');
  const tasks = useLoad<Page<Task>>(v1(`tasks/${queryText({ user_id: person.id, page })}`));
  useReloadOn(
    ({ payload }) => payload['user_id'] === person.id,
    () => {
      reload();
      tasks.reload();
    },
  );
  const links = person.links ?? [];
  return (
    <>
      {links.length === 0 ? (
        <>
          <p class="soft">{words.no_links}</p>
          <CurlBlock {...connectCurl(place.environment, person.id)} />
        </>
      ) : (
        <Table<Link>
          caption={words.links}
          rows={links}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => to(['links', id])}
          columns={[
            { label: words.provider, show: ({ provider }) => provider.name },
            { label: words.method, show: ({ data_source }) => wordFor(products, data_source) },
            {
              label: common.status,
              show: ({ is_connected, is_suspicious }) => (
                <span class="line">
                  <Badge tone={is_connected ? 'good' : 'bad'}>
                    {is_connected ? words.connected : words.disconnected}
                  </Badge>
                  {is_suspicious && <Badge tone="bad">{words.flagged}</Badge>}
                </span>
              ),
            },
            { label: words.updated, show: ({ updated_at }) => <Moment at={updated_at} /> },
          ]}
        />
      )}
      <h2>{words.tasks}</h2>
      <Show of={tasks}>
        {({ results, count }) =>
          results.length === 0 ? (
            <>
              <p class="soft">{words.no_tasks}</p>
              {links.length > 0 && <CurlBlock {...connectCurl(place.environment, person.id)} />}
            </>
          ) : (
            <div class="stack">
              <Table
                caption={words.tasks}
                rows={results}
                keyOf={({ id }) => id}
                hrefOf={({ id }) => query.href({ task: id })}
                columns={[
                  { label: words.task, show: ({ id }) => <Id id={id} /> },
                  { label: words.provider, show: ({ provider }) => provider.name },
                  { label: words.product, is_minor: true, show: ({ product_type }) => wordFor(products, product_type) },
                  { label: common.status, show: ({ status }) => <Status of={status} /> },
                  { label: words.error, is_minor: true, show: ({ error_message }) => error_message },
                  { label: words.updated, show: ({ updated_at }) => <Moment at={updated_at} /> },
                ]}
              />
              <Pager count={count} name="tasks_page" of={words.tasks} />
            </div>
          )
        }
      </Show>
    </>
  );
}

const KINDS = [
  { kind: 'income', path: 'reports/', body: {} },
  { kind: 'insights', path: 'income_insights/reports/', body: { days_requested: 365 } },
  { kind: 'assets', path: 'assets/reports/', body: { days_requested: 90 } },
] as const;

function Reports({ user_id }: { user_id: string }) {
  return (
    <div class="columns">
      {KINDS.map((one) => (
        <ReportKind key={one.kind} user_id={user_id} {...one} />
      ))}
    </div>
  );
}

type ReportRow = { report_id: string; created_at: string };
type ReportKindProps = { user_id: string; kind: 'income' | 'assets' | 'insights'; path: string; body: object };

function ReportKind({ user_id, kind, path, body }: ReportKindProps) {
  const { v1, to, http, say, go, may } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const page_name = `${kind}_page`;
  const page = useQuery().get(page_name);
  const list = useLoad<Page<ReportRow>>(v1(`users/${user_id}/${path}${queryText({ page })}`));
  const [is_busy, setBusy] = useState(false);
  const make = async (): Promise<void> => {
    setBusy(true);
    const answer = await http.send<ReportRow>('POST', v1(`users/${user_id}/${path}`), body);
    setBusy(false);
    if (answer.problem !== undefined) {
      say({ text: problemText(common, answer.problem), tone: 'bad' });
      return;
    }
    say({ text: words.report_made });
    go(to(['people', user_id, kind, answer.value.report_id]));
  };
  return (
    <section class="card">
      <div class="card-head">
        <h2>{words[`report_${kind}`]}</h2>
        {may('cases', 'write') && (
          <Button
            kind="second"
            is_busy={is_busy}
            label={`${words.make_report}: ${words[`report_${kind}`]}`}
            onClick={() => void make()}
          >
            {words.make_report}
          </Button>
        )}
      </div>
      <Show of={list}>
        {({ results, count }) =>
          results.length === 0 ? (
            <>
              <p class="soft">{words.no_reports}</p>
              <CurlBlock method="POST" path={`users/${user_id}/${path}`} body={body} />
            </>
          ) : (
            <div class="stack">
              <Table
                caption={words[`report_${kind}`]}
                rows={results}
                keyOf={({ report_id }) => report_id}
                hrefOf={({ report_id }) => to(['people', user_id, kind, report_id])}
                columns={[
                  { label: words.made, show: ({ created_at }) => <Moment at={created_at} /> },
                  { label: words.id, show: ({ report_id }) => <Id id={report_id} /> },
                ]}
              />
              <Pager count={count} name={page_name} of={words[`report_${kind}`]} />
            </div>
          )
        }
      </Show>
    </section>
  );
}
