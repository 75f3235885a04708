// The home page: items that need attention now, the funnel of the widget, and charts of the last day.
import { useDesk } from '../../desk.tsx';
import { count } from '../../format.ts';
import { useReloadOn } from '../../live.ts';
import { useLoad } from '../../load.ts';
import { Chart } from '../../parts/chart.tsx';
import { DOCUMENT_WORDS } from '../../parts/kinds.ts';
import { Moment, PageHead } from '../../parts/page.tsx';
import { Show } from '../../parts/states.tsx';
import { toneOf } from '../../parts/statuses.tsx';
import { inBoth, useLocale, useWords, wordFor } from '../../words.ts';

const WORDS = inBoth(
  {
    title: 'Home',
    lead: 'What needs a person now, and how the last day went.',
    reviews: 'Documents to review',
    webhooks: 'Endpoints that fail',
    links: 'Links to reconnect',
    orders: 'Orders that are stuck',
    nothing: 'Nothing',
    all: 'Show all',
    funnel: 'From consent to done, last 30 days',
    funnel_none: 'Nobody has opened the widget in the last 30 days.',
    tasks: 'Tasks of the last 24 hours',
    deliveries: 'Webhook deliveries of the last 24 hours',
    good: 'Done',
    bad: 'Failed',
    none: 'Nothing happened in the last 24 hours.',
    step_consent: 'Agreed',
    step_search: 'Searched',
    step_chosen: 'Chose',
    step_opened: 'Saw the sign-in',
    step_documents_opened: 'Opened documents',
    step_documents_uploaded: 'Sent documents',
    step_tried: 'Tried to sign in',
    step_second_factor: 'Second factor',
    step_succeeded: 'Connected',
    step_reviewed: 'Reviewed',
    step_submitted: 'Finished',
    start: 'Begin here',
    start_key: 'Make an API key',
    start_person: 'Declare a person in the sandbox',
    start_order: 'Create the first order',
    next_order: 'Create an order',
    start_hook: 'Add a webhook endpoint',
  },
  {
    title: 'Inicio',
    lead: 'Qué necesita a una persona ahora, y cómo fue el último día.',
    reviews: 'Documentos por revisar',
    webhooks: 'Destinos que fallan',
    links: 'Conexiones por reconectar',
    orders: 'Órdenes detenidas',
    nothing: 'Nada',
    all: 'Mostrar todo',
    funnel: 'Del consentimiento al final, últimos 30 días',
    funnel_none: 'Nadie abrió el widget en los últimos 30 días.',
    tasks: 'Tareas de las últimas 24 horas',
    deliveries: 'Entregas de webhooks de las últimas 24 horas',
    good: 'Listas',
    bad: 'Fallidas',
    none: 'No pasó nada en las últimas 24 horas.',
    step_consent: 'Aceptó',
    step_search: 'Buscó',
    step_chosen: 'Eligió',
    step_opened: 'Vio el acceso',
    step_documents_opened: 'Abrió documentos',
    step_documents_uploaded: 'Envió documentos',
    step_tried: 'Intentó entrar',
    step_second_factor: 'Segundo factor',
    step_succeeded: 'Conectó',
    step_reviewed: 'Revisó',
    step_submitted: 'Terminó',
    start: 'Empiece aquí',
    start_key: 'Crear una clave de API',
    start_person: 'Declarar una persona de prueba',
    start_order: 'Crear la primera orden',
    next_order: 'Crear una orden',
    start_hook: 'Agregar un destino de webhooks',
  },
);

type Needed = {
  count: number;
  is_more: boolean;
  first: readonly { id: string; title: string; since: string | null }[];
};
type HourCount = { hour: string; outcome: string; count: number };

type HomeView = {
  now: string;
  reviews: Needed | null;
  webhooks: Needed | null;
  links: Needed;
  orders: Needed;
  has_orders: boolean;
  funnel: { counts: readonly { step: string; provider_id: string; device: string; count: number }[] };
  tasks: readonly HourCount[];
  deliveries: readonly HourCount[] | null;
};

const NEEDS = [
  ['reviews', 'reviews'],
  ['webhooks', 'webhooks'],
  ['links', 'links'],
  ['orders', 'orders'],
] as const;

/** The page counts over many rows, so it is read again at most this often. */
const GATHERED_MS = 3_000;

export default function Home() {
  const { own } = useDesk();
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
              {NEEDS.map(([name, page]) => {
                const needed = value[name];
                return needed !== null && <Need key={name} title={words[name]} page={page} needed={needed} />;
              })}
            </div>
            <Start has_orders={value.has_orders} />
            <section class="card">
              <h2>{words.funnel}</h2>
              <Funnel counts={value.funnel.counts} />
            </section>
            <div class="columns">
              <HourChart title={words.tasks} now={value.now} hours={value.tasks} />
              {value.deliveries !== null && (
                <HourChart title={words.deliveries} now={value.now} hours={value.deliveries} />
              )}
            </div>
          </>
        )}
      </Show>
    </>
  );
}

function Need({ title, page, needed }: { title: string; page: string; needed: Needed }) {
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
    </section>
  );
}

/** The first steps, for a user who opens the console for the first time. */
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

const STEPS = [
  'consent',
  'search',
  'chosen',
  'opened',
  'documents_opened',
  'documents_uploaded',
  'tried',
  'second_factor',
  'succeeded',
  'reviewed',
  'submitted',
] as const;

/**
 * The steps of the funnel, in the order in which people reach them. Each bar is relative to the step with the largest
 * count.
 */
function Funnel({ counts }: { counts: HomeView['funnel']['counts'] }) {
  const words = useWords(WORDS);
  const locale = useLocale();
  const steps = STEPS.map((step) => ({
    step,
    number: counts.filter((one) => one.step === step).reduce((sum, one) => sum + one.count, 0),
  }));
  const most = Math.max(...steps.map(({ number }) => number));
  const reached = steps.filter(({ number }) => number > 0);
  if (most === 0) return <p class="soft">{words.funnel_none}</p>;
  return (
    <ol class="funnel">
      {reached.map(({ step, number }) => (
        <li key={step}>
          <span>{words[`step_${step}`]}</span>
          <span class="funnel-bar" style={{ inlineSize: `${Math.max(1, (number / most) * 100)}%` }} />
          <strong>
            {count(locale, number)} <span class="soft small">{Math.round((number / most) * 100)} %</span>
          </strong>
        </li>
      ))}
    </ol>
  );
}

const HOURS = 24;
const HOUR_MS = 3_600_000;

function HourChart({ title, now, hours }: { title: string; now: string; hours: readonly HourCount[] }) {
  const words = useWords(WORDS);
  const last = Math.floor(new Date(now).getTime() / HOUR_MS);
  const times = Array.from({ length: HOURS }, (_, at) => last - HOURS + 1 + at);
  const sum = (is_good: boolean) =>
    times.map((time) =>
      hours
        .filter(({ hour, outcome }) => new Date(hour).getTime() / HOUR_MS === time && isGood(outcome) === is_good)
        .reduce((all, one) => all + one.count, 0),
    );
  return (
    <section class="card">
      <h2>{title}</h2>
      {hours.length === 0 ? (
        <p class="soft">{words.none}</p>
      ) : (
        <Chart
          label={title}
          labels={times.map((time) => new Date(time * HOUR_MS).toTimeString().slice(0, 5))}
          kind="bars"
          show={(value) => String(Math.round(value))}
          height={180}
          series={[
            { name: words.good, values: sum(true), colour: '--chart-1' },
            { name: words.bad, values: sum(false), colour: '--chart-3' },
          ]}
        />
      )}
    </section>
  );
}

const isGood = (outcome: string): boolean => toneOf(outcome) !== 'bad';
