// The messages of an order as they looked to their recipients. An e-mail is shown in a frame that runs no script.
import { Notice } from '../../../shared/parts/basics.tsx';
import { Badge, Facts, type Tone } from '../../../shared/parts/marks.tsx';
import { useDesk } from '../../desk.tsx';
import { useLoad } from '../../load.ts';
import { Moment } from '../../parts/page.tsx';
import { Reveal } from '../../parts/reveal.tsx';
import { Show } from '../../parts/states.tsx';
import { inBoth, useWords } from '../../words.ts';

const WORDS = inBoth(
  {
    none: 'No message has been written for this order yet.',
    erased: 'The person was erased, and the messages with the person.',
    more: 'This order has more messages than are shown here.',
    as_sent:
      'Each message is shown as it was stored for sending. The link to the applicant’s page is hidden, and links and logos do not work here.',
    to: 'To',
    from: 'From',
    written: 'Written',
    sent_at: 'Sent',
    page_of: 'Mail: {subject}',
    email: 'Mail',
    sms: 'Text message',
    invitation: 'Invitation',
    reminder: 'Reminder',
    reconnect: 'Request to reconnect',
    code: 'Code',
    status: 'Status for your staff',
    is_sent: 'Sent',
    is_waiting: 'Waiting',
    is_unsent: 'Not sent',
    is_failed: 'Failed',
    why_sandbox: 'Messages are off in the sandbox.',
    why_not_configured: 'This channel is not set up.',
    why_not_wanted: 'The order had ended, or the person had unsubscribed.',
    why_failed: 'The last attempt failed.',
    why_not_recorded: 'The reason was not recorded at that time.',
  },
  {
    none: 'Aún no se ha escrito ningún mensaje para esta orden.',
    erased: 'La persona fue borrada, y con ella los mensajes.',
    more: 'Esta orden tiene más mensajes de los que se muestran aquí.',
    as_sent:
      'Cada mensaje se muestra como se guardó para el envío. El enlace a la página del solicitante está oculto, y aquí los enlaces y logotipos no funcionan.',
    to: 'Para',
    from: 'De',
    written: 'Escrito',
    sent_at: 'Enviado',
    page_of: 'Correo: {subject}',
    email: 'Correo',
    sms: 'Mensaje de texto',
    invitation: 'Invitación',
    reminder: 'Recordatorio',
    reconnect: 'Solicitud de reconexión',
    code: 'Código',
    status: 'Estado para su personal',
    is_sent: 'Enviado',
    is_waiting: 'Por enviar',
    is_unsent: 'No enviado',
    is_failed: 'Falló',
    why_sandbox: 'En pruebas no se envían mensajes.',
    why_not_configured: 'Este canal no está configurado.',
    why_not_wanted: 'La orden había terminado, o la persona se había dado de baja.',
    why_failed: 'El último intento falló.',
    why_not_recorded: 'El motivo no se registró en ese momento.',
  },
);

type State = 'sent' | 'waiting' | 'sandbox' | 'not_configured' | 'not_wanted' | 'failed' | 'not_recorded';

type Message = {
  id: string;
  kind: 'invitation' | 'reminder' | 'reconnect' | 'code' | 'status';
  channel: 'email' | 'sms';
  to: string;
  from_name: string | null;
  subject: string | null;
  text: string;
  has_page: boolean;
  created_at: string;
  sent_at: string | null;
  state: State;
};

type Listed = { is_erased: boolean; has_more: boolean; results: readonly Message[] };

type Delivery = 'is_sent' | 'is_waiting' | 'is_unsent' | 'is_failed';
const DELIVERIES: Partial<Record<State, Delivery>> = { sent: 'is_sent', waiting: 'is_waiting', failed: 'is_failed' };
const TONES: Record<Delivery, Tone> = { is_sent: 'good', is_waiting: 'busy', is_unsent: 'calm', is_failed: 'bad' };

export function Messages({ order_id, version }: { order_id: string; version: number }) {
  const { own } = useDesk();
  const words = useWords(WORDS);
  const path = `orders/${order_id}/messages/`;
  const list = useLoad<Listed>(own(path), version);
  return (
    <Show of={list}>
      {({ is_erased, has_more, results }) =>
        results.length === 0 ? (
          <p class="soft">{is_erased ? words.erased : words.none}</p>
        ) : (
          <div class="stack">
            <div class="line">
              <p class="soft small">{words.as_sent}</p>
              <Reveal path={path} is_own reload={list.reload} />
            </div>
            {has_more && <Notice tone="warn">{words.more}</Notice>}
            {results.map((message) => (
              <MessageCard key={message.id} message={message} order_id={order_id} />
            ))}
          </div>
        )
      }
    </Show>
  );
}

function MessageCard({ message, order_id }: { message: Message; order_id: string }) {
  const { http, own } = useDesk();
  const words = useWords(WORDS);
  const { id, kind, channel, to, from_name, subject, text, has_page, created_at, sent_at, state } = message;
  const name = `${words[kind]} · ${words[channel]}`;
  const delivery = DELIVERIES[state] ?? 'is_unsent';
  return (
    <article class="card" aria-label={name}>
      <div class="card-head">
        <h2>{name}</h2>
        <Badge tone={TONES[delivery]}>{words[delivery]}</Badge>
      </div>
      {state !== 'sent' && state !== 'waiting' && <p class="soft small">{words[`why_${state}`]}</p>}
      <Facts
        facts={[
          [words.to, to],
          ...(from_name === null ? [] : [[words.from, from_name] as const]),
          [words.written, <Moment at={created_at} />],
          [words.sent_at, <Moment at={sent_at} />],
        ]}
      />
      {subject !== null && <p class="mail-subject">{subject}</p>}
      {has_page ? (
        <iframe
          class="mail-frame"
          title={words.page_of.replace('{subject}', () => subject ?? '')}
          src={http.url(own(`orders/${order_id}/messages/${id}/`))}
          sandbox=""
          loading="lazy"
        />
      ) : (
        <p class="text-message">{text}</p>
      )}
    </article>
  );
}
