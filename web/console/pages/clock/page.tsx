// The page of the sandbox clock. The user moves the clock by a day, to the next payday or to the next timer, and sees
// the timers that fired and the events that the move caused.
import { useState } from 'preact/hooks';
import { Button } from '../../../shared/parts/basics.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { fill } from '../../../shared/words.ts';
import { useDesk } from '../../desk.tsx';
import { count, since } from '../../format.ts';
import { useLoad } from '../../load.ts';
import { Id, Moment, PageHead } from '../../parts/page.tsx';
import { CurlBlock, Json, problemText, Show } from '../../parts/states.tsx';
import { Status } from '../../parts/statuses.tsx';
import { COMMON } from '../../parts/words.ts';
import type { LogEvent } from '../../stream.ts';
import { inBoth, useLocale, useWords, wordFor } from '../../words.ts';

const WORDS = inBoth(
  {
    title: 'Clock',
    lead: 'The sandbox has a time of its own. It drives everything with a date here: expiry, reminders, retries, paydays.',
    now: 'Sandbox time',
    ahead: 'Ahead of real time',
    day: 'A day on',
    day_text: 'Exactly 24 hours later.',
    pay_day: 'To the next payday',
    pay_day_text: '{employer} pays {when}.',
    no_pay_day: 'Nobody with a job is connected yet.',
    timer: 'To the next timer',
    timer_text: '{kind}, {when}.',
    no_timer: 'No timer is set.',
    move: 'Move',
    moved: 'What happened',
    fired: 'Timers that fired',
    more_timers: '{count} more timers fired.',
    caused: 'Events',
    more_events: 'There are more events than are shown here.',
    all_events: 'To the event log',
    subject: 'For',
    due: 'Was due',
    nothing: 'Nothing was due.',
    event: 'Event',
    at: 'At',
    forward_only: 'The clock moves forward only, and runs on at normal speed.',
    details: 'Details',
  },
  {
    title: 'Reloj',
    lead: 'El entorno de pruebas tiene su propio tiempo. Mueve todo lo que aquí tiene fecha: vencimientos, recordatorios, reintentos, días de pago.',
    now: 'Hora de pruebas',
    ahead: 'Adelanto sobre la hora real',
    day: 'Un día más',
    day_text: 'Exactamente 24 horas después.',
    pay_day: 'Al próximo día de pago',
    pay_day_text: '{employer} paga {when}.',
    no_pay_day: 'Aún no está conectado nadie con empleo.',
    timer: 'Al próximo temporizador',
    timer_text: '{kind}, {when}.',
    no_timer: 'No hay ningún temporizador.',
    move: 'Mover',
    moved: 'Qué pasó',
    fired: 'Temporizadores que se activaron',
    more_timers: 'Se activaron {count} temporizadores más.',
    caused: 'Eventos',
    more_events: 'Hay más eventos de los que se muestran aquí.',
    all_events: 'Al registro de eventos',
    subject: 'Para',
    due: 'Vencía',
    nothing: 'No había nada pendiente.',
    event: 'Evento',
    at: 'Momento',
    forward_only: 'El reloj solo avanza, y sigue a velocidad normal.',
    details: 'Detalles',
  },
);

type Steps = {
  now: string;
  pay_day: { at: string; employer: string; user_id: string; link_id: string } | null;
  timer: { at: string; kind: string; subject_id: string } | null;
};
type Fired = { kind: string; subject_id: string; due_at: string };
type Moved = {
  now: string;
  timers: readonly Fired[];
  more_timers: number;
  events: readonly LogEvent[];
  has_more_events: boolean;
};
type Clock = { now: string; real_now: string; offset_seconds: number };

const TIMER_WORDS = inBoth<string>(
  {
    task_stalled: 'A task stops waiting for its provider',
    task_second_factor: 'A task stops waiting for a code',
    task_due: 'A task is due',
    payroll_report_overdue: 'A payroll report is overdue',
    order_invitation: 'Invitation of an order',
    order_reminder: 'Reminder of an order',
    order_expiry: 'An order expires',
    order_left: 'A person left the widget',
    webhook_warning: 'Warning about a failing endpoint',
    webhook_disabling: 'A failing endpoint is turned off',
  },
  {
    task_stalled: 'Una tarea deja de esperar al proveedor',
    task_second_factor: 'Una tarea deja de esperar un código',
    task_due: 'Toca una tarea',
    payroll_report_overdue: 'Un informe de nómina está atrasado',
    order_invitation: 'Invitación de una orden',
    order_reminder: 'Recordatorio de una orden',
    order_expiry: 'Una orden vence',
    order_left: 'Una persona dejó el widget',
    webhook_warning: 'Aviso de un destino que falla',
    webhook_disabling: 'Se desactiva un destino que falla',
  },
);

/**
 * Maps the first word of a timer's kind to the page that shows the timer's subject, for example an order. Timers of
 * tasks are missing here, because there is no page about one task.
 */
const PAGE_OF: Readonly<Record<string, string>> = { order: 'orders', webhook: 'webhooks' };

const STEPS = ['day', 'pay_day', 'timer'] as const;
type Step = (typeof STEPS)[number];

export default function ClockPage() {
  const desk = useDesk();
  const words = useWords(WORDS);
  const timers = useWords(TIMER_WORDS);
  const common = useWords(COMMON);
  const locale = useLocale();
  const clock = useLoad<Clock>(desk.v1('sandbox/clock/'));
  const steps = useLoad<Steps>(desk.own('clock/steps/'));
  const [busy, setBusy] = useState<Step>();
  const [moved, setMoved] = useState<Moved>();
  const move = async (to: Step): Promise<void> => {
    setBusy(to);
    const answer = await desk.http.send<Moved>('POST', desk.own('clock/steps/'), { to });
    setBusy(undefined);
    clock.reload();
    steps.reload();
    if (answer.problem === undefined) setMoved(answer.value);
    else desk.say({ text: problemText(common, answer.problem), tone: 'bad' });
  };
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <Show of={clock}>
        {({ now, offset_seconds }) => (
          <div class="figures">
            <div class="figure">
              <span class="name">{words.now}</span>
              <span class="amount" role="status">
                <Moment at={now} />
              </span>
            </div>
            <div class="figure">
              <span class="name">{words.ahead}</span>
              <span class="amount">{count(locale, Math.round(offset_seconds / 3_600))} h</span>
            </div>
          </div>
        )}
      </Show>
      <Show of={steps}>
        {({ now, pay_day, timer }) => {
          const from = new Date(now);
          const texts: Record<Step, string> = {
            day: words.day_text,
            pay_day:
              pay_day === null
                ? words.no_pay_day
                : fill(words.pay_day_text, { employer: pay_day.employer, when: since(locale, pay_day.at, from) }),
            timer:
              timer === null
                ? words.no_timer
                : fill(words.timer_text, {
                    kind: wordFor(timers, timer.kind),
                    when: since(locale, timer.at, from),
                  }),
          };
          const is_possible = { day: true, pay_day: pay_day !== null, timer: timer !== null };
          return (
            <div class="needs">
              {STEPS.map((step) => (
                <section class="card" key={step}>
                  <div>
                    <h2>{words[step]}</h2>
                    <p class="soft">{texts[step]}</p>
                  </div>
                  <div>
                    <Button
                      is_busy={busy === step}
                      is_disabled={!is_possible[step] || busy !== undefined}
                      label={`${words.move}: ${words[step]}`}
                      onClick={() => void move(step)}
                    >
                      {words.move}
                    </Button>
                  </div>
                </section>
              ))}
            </div>
          );
        }}
      </Show>
      {moved !== undefined && (
        <section class="card" aria-live="polite">
          <div>
            <h2>{words.moved}</h2>
            {moved.timers.length === 0 && moved.events.length === 0 && <p>{words.nothing}</p>}
          </div>
          {moved.timers.length > 0 && (
            <>
              <h3>{words.fired}</h3>
              <Table
                caption={words.fired}
                rows={moved.timers}
                keyOf={({ kind, subject_id, due_at }) => `${kind} ${subject_id} ${due_at}`}
                columns={[
                  { label: words.fired, show: ({ kind }) => wordFor(timers, kind) },
                  {
                    label: words.subject,
                    show: ({ kind, subject_id }) => {
                      const page = PAGE_OF[kind.split('_')[0] ?? ''];
                      return <Id id={subject_id} href={page && desk.to([page, subject_id])} />;
                    },
                  },
                  { label: words.due, show: ({ due_at }) => <Moment at={due_at} /> },
                ]}
              />
              {moved.more_timers > 0 && (
                <p class="soft">{fill(words.more_timers, { count: count(locale, moved.more_timers) })}</p>
              )}
            </>
          )}
          {moved.events.length > 0 && (
            <>
              <h3>{words.caused}</h3>
              <Table
                caption={words.caused}
                rows={moved.events}
                keyOf={({ cursor }) => cursor}
                columns={[
                  { label: words.event, show: ({ event_type }) => event_type },
                  {
                    label: common.status,
                    show: ({ payload }) => (
                      <Status of={typeof payload['status'] === 'string' ? payload['status'] : null} />
                    ),
                  },
                  { label: words.at, show: ({ created_at }) => <Moment at={created_at} /> },
                ]}
              />
              {moved.has_more_events && (
                <p class="soft">
                  {words.more_events} <a href={desk.to(['events'])}>{words.all_events}</a>
                </p>
              )}
              <details class="more">
                <summary>{words.details}</summary>
                <Json label={words.moved} value={moved.events} />
              </details>
            </>
          )}
        </section>
      )}
      <p class="soft small">{words.forward_only}</p>
      <CurlBlock method="POST" path="sandbox/clock/advance/" body={{ seconds: 86_400 }} />
    </>
  );
}
