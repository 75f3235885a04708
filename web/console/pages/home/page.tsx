// The home page: items that need attention now, the funnel of the widget, and charts of the last day.
import type { FunnelCount } from '#domain/widget/widget-events.ts';
import { Table } from '../../../shared/parts/table.tsx';
import { useDesk } from '../../desk.tsx';
import { count } from '../../format.ts';
import { useReloadOn } from '../../live.ts';
import { useLoad } from '../../load.ts';
import { Chart } from '../../parts/chart.tsx';
import { DOCUMENT_WORDS } from '../../parts/kinds.ts';
import { Moment, PageHead, Pager, useQuery } from '../../parts/page.tsx';
import { CurlBlock, NEW_ORDER, Show } from '../../parts/states.tsx';
import { queryText } from '../../router.ts';
import type { PageProps } from '../../shell/pages.ts';
import { useLocale, useWords, wordFor } from '../../words.ts';
import { type FunnelGroup, funnelsBy, GROUPINGS } from './funnel.ts';
import {
  countsPerHour,
  type HourCount,
  hoursUntil,
  type Outcome,
  outcomeOfAttempt,
  outcomeOfTask,
} from './outcomes.ts';
import { WORDS } from './words.ts';

type NeededItem = { id: string; title: string; since: string | null };
type Needed = { count: number; is_more: boolean; first: readonly NeededItem[] };

type HomeView = {
  now: string;
  reviews: Needed | null;
  webhooks: Needed | null;
  links: Needed;
  orders: Needed;
  has_orders: boolean;
  funnel: { counts: readonly FunnelCount[]; providers: readonly { id: string; name: string }[] };
  tasks: readonly HourCount[];
  deliveries: readonly HourCount[] | null;
};

/**
 * The lists of items that need attention. `page` is the page that shows one item of the list, and `all` is the page
 * that shows the full list.
 */
const NEEDS = [
  { name: 'reviews', page: 'reviews', all: [['reviews'], { review_status: 'pending' }] },
  { name: 'webhooks', page: 'webhooks', all: [['webhooks']] },
  { name: 'links', page: 'links', all: [['home', 'links']] },
  { name: 'orders', page: 'orders', all: [['home', 'orders']] },
] as const;

/**
 * The minimum time between two requests for the page's data. The server counts many rows for each of these requests.
 */
const GATHERED_MS = 3_000;

export default function Home({ rest }: PageProps) {
  const [list] = rest;
  return list === 'links' || list === 'orders' ? <NeedList list={list} /> : <Overview />;
}

function Overview() {
  const { own, to } = useDesk();
  const words = useWords(WORDS);
  const home = useLoad<HomeView>(own('home/'));
  useReloadOn(() => true, home.reload, GATHERED_MS);
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <Show of={home}>
        {(value) => (
          <>
            <div class="needs">
              {NEEDS.map(({ name, page, all: [segments, query] }) => {
                const needed = value[name];
                const props = { title: words[name], page, all: to(segments, query) };
                return needed !== null && <Need key={name} needed={needed} {...props} />;
              })}
            </div>
            {!value.has_orders && <Start has_orders={false} />}
            <section class="card">
              <Funnel {...value.funnel} />
            </section>
            <div class="columns">
              <HourChart kind="task" title={words.tasks} now={value.now} hours={value.tasks} />
              {value.deliveries !== null && (
                <HourChart kind="delivery" title={words.deliveries} now={value.now} hours={value.deliveries} />
              )}
            </div>
            {value.has_orders && <Start has_orders />}
          </>
        )}
      </Show>
    </>
  );
}

type NeedProps = { title: string; page: string; all: string; needed: Needed };

function Need({ title, page, all, needed }: NeedProps) {
  const { to } = useDesk();
  const words = useWords(WORDS);
  const documents = useWords(DOCUMENT_WORDS);
  const locale = useLocale();
  return (
    <section class="card" data-calm={needed.count === 0}>
      <div class="card-head">
        <h2>{title}</h2>
        <strong class="need-count">
          {count(locale, needed.count)}
          {needed.is_more && '+'}
        </strong>
      </div>
      {needed.first.length === 0 ? (
        <p class="soft">{words.nothing}</p>
      ) : (
        <ul class="need-list">
          {needed.first.map(({ id, title: name, since }) => (
            <li key={id}>
              <a href={to([page, id])}>{page === 'reviews' ? wordFor(documents, name) : name}</a>
              <span class="soft small">
                <Moment at={since} is_relative />
              </span>
            </li>
          ))}
        </ul>
      )}
      {(needed.is_more || needed.count > needed.first.length) && (
        <a class="small" href={all} aria-label={`${words.all}: ${title}`}>
          {words.all}
        </a>
      )}
    </section>
  );
}

/** Lists all links that must be connected again, or all stuck orders. */
function NeedList({ list }: { list: 'links' | 'orders' }) {
  const { own, to } = useDesk();
  const words = useWords(WORDS);
  const query = useQuery();
  const page = query.get('page');
  const needs = useLoad<{ count: number; results: readonly NeededItem[] }>(own(`needs/${list}/${queryText({ page })}`));
  return (
    <>
      <PageHead title={words[list]} lead={words.list_lead} crumbs={[{ label: words.title, href: to(['home']) }]} />
      <Show of={needs}>
        {({ count: number, results }) =>
          results.length === 0 ? (
            <p class="soft">{words.nothing}</p>
          ) : (
            <div class="stack">
              <Table
                caption={words[list]}
                rows={results}
                keyOf={({ id }) => id}
                hrefOf={({ id }) => to([list, id])}
                columns={[
                  { label: words.name, show: ({ title }) => title },
                  { label: words.since, show: ({ since }) => <Moment at={since} /> },
                ]}
              />
              <Pager count={number} />
            </div>
          )
        }
      </Show>
    </>
  );
}

/**
 * The instructions for the first steps with the service. For a client without orders they are shown near the top of the
 * page, otherwise at the end.
 */
function Start({ has_orders }: { has_orders: boolean }) {
  const { to, may, place } = useDesk();
  const words = useWords(WORDS);
  const steps = [
    { href: to(['keys']), text: words.start_key, is_possible: may('development', 'write') },
    {
      href: to(['persons']),
      text: words.start_person,
      is_possible: may('sandbox', 'write') && place.environment === 'sandbox',
    },
    {
      href: to(['orders', 'new']),
      text: has_orders ? words.next_order : words.start_order,
      is_possible: may('cases', 'write'),
    },
    { href: to(['webhooks']), text: words.start_hook, is_possible: may('development', 'write') },
  ].filter(({ is_possible }) => is_possible);
  if (steps.length === 0) return null;
  return (
    <nav class="line" aria-label={words.start}>
      {steps.map(({ href, text }) => (
        <a key={href} class="button button-second" href={href}>
          {text}
        </a>
      ))}
    </nav>
  );
}

/** Shows the funnel for all visits, or split by provider or by device. The URL contains the chosen split. */
function Funnel({ counts, providers }: HomeView['funnel']) {
  const words = useWords(WORDS);
  const query = useQuery();
  const grouping = GROUPINGS.find((one) => one === query.get('funnel')) ?? 'all';
  const names = new Map(providers.map(({ id, name }) => [id, name]));
  const nameOf = (id: string): string =>
    grouping === 'device' ? wordFor(words, id) : id === '' ? words.no_provider : (names.get(id) ?? id);
  const groups = funnelsBy(grouping, counts);
  return (
    <>
      <div class="card-head">
        <h2>{words.funnel}</h2>
        {groups.length > 0 && (
          <div class="switch" role="group" aria-label={words.grouping}>
            {GROUPINGS.map((one) => (
              <a
                key={one}
                href={query.href({ funnel: one === 'all' ? null : one })}
                aria-current={one === grouping ? 'true' : undefined}
              >
                {words[`by_${one}`]}
              </a>
            ))}
          </div>
        )}
      </div>
      {groups.length === 0 && (
        <>
          <p class="soft">{words.funnel_none}</p>
          <CurlBlock {...NEW_ORDER} />
        </>
      )}
      {groups.map(({ id, steps }) => (
        <div class="stack" key={id}>
          {grouping !== 'all' && <h3>{nameOf(id)}</h3>}
          <FunnelSteps steps={steps} />
        </div>
      ))}
    </>
  );
}

/** Shows the steps as bars. The length of each bar is relative to the largest step. */
function FunnelSteps({ steps }: Pick<FunnelGroup, 'steps'>) {
  const words = useWords(WORDS);
  const locale = useLocale();
  return (
    <ol class="funnel">
      {steps.map(({ step, is_detour, number, share }) => (
        <li key={step} data-detour={is_detour}>
          <span>{words[`step_${step}`]}</span>
          <span class="funnel-bar" style={{ inlineSize: `${Math.max(1, share * 100)}%` }} />
          <strong>
            {count(locale, number)} <span class="soft small">{Math.round(share * 100)} %</span>
          </strong>
        </li>
      ))}
    </ol>
  );
}

const COLOURS: Readonly<Record<Outcome, string>> = {
  done: '--chart-1',
  under_way: '--chart-forecast',
  no_data: '--chart-4',
  repeated: '--chart-4',
  failed: '--chart-3',
};
const CLASS_OF = { task: outcomeOfTask, delivery: outcomeOfAttempt };

type HourChartProps = { kind: 'task' | 'delivery'; title: string; now: string; hours: readonly HourCount[] };

function HourChart({ kind, title, now, hours }: HourChartProps) {
  const words = useWords(WORDS);
  const times = hoursUntil(now);
  const rows = countsPerHour(times, hours, CLASS_OF[kind]);
  return (
    <section class="card">
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p class="soft">{words.none}</p>
      ) : (
        <Chart
          label={title}
          labels={times.map((time) => new Date(time).toTimeString().slice(0, 5))}
          kind="bars"
          show={(value) => String(Math.round(value))}
          height={180}
          series={rows.map(({ outcome, values }) => ({
            name: words[`${kind}_${outcome}`],
            values,
            colour: COLOURS[outcome],
          }))}
        />
      )}
    </section>
  );
}
