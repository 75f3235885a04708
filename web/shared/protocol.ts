// Messages between the script on the embedding page and the widget in its frame. Every message contains its session's
// nonce. A message is dropped unless it exactly matches one of these schemas and comes from the expected window and
// origin.
import { isWidgetEvent, type Metadata, type WidgetEvent } from './events.ts';
import { listOf, nullOr, object, oneOf, type Shape, text } from './shapes.ts';

/**
 * Change this version whenever the schemas in this file change. Then a script and a frame from different releases
 * ignore each other's messages.
 */
export const VERSION = 'vouch-1';

const SETTLED_MAX = 100;

export type ToFrame =
  | {
      type: 'open';
      bridge_token: string;
      company_mapping_id: string | null;
      /** Tasks whose final event this page has already received; their events are not sent again. */
      settled: string[];
    }
  /** Sent when the applicant closes the widget with a key press that only the page received. */
  | { type: 'leave' }
  /**
   * Sent when the page closes the widget. The frame then sends its last reports to the server, and after that sends
   * `closed` to the page.
   */
  | { type: 'close' };

export type ToHost =
  | { type: 'ready' }
  /** `settles` is the id of the task that ended with this event, if any. */
  | { type: 'event'; event: WidgetEvent; settles: string | null }
  | { type: 'success'; public_token: string | null; metadata: Metadata | null }
  /** Sent when the applicant closes the widget. */
  | { type: 'close' }
  | { type: 'closed' };

export type Sealed<Message> = { version: string; nonce: string; message: Message };

const EMPTY = { ready: object({ type: oneOf(['ready']) }), close: object({ type: oneOf(['close']) }) };

const TO_FRAME: Record<ToFrame['type'], Shape<ToFrame>> = {
  open: object({
    type: oneOf(['open']),
    bridge_token: text,
    company_mapping_id: nullOr(text),
    settled: listOf(text, SETTLED_MAX),
  }),
  leave: object({ type: oneOf(['leave']) }),
  close: EMPTY.close,
};

const TO_HOST: Record<ToHost['type'], Shape<ToHost>> = {
  ready: EMPTY.ready,
  event: object({ type: oneOf(['event']), event: isWidgetEvent, settles: nullOr(text) }),
  success: object({
    type: oneOf(['success']),
    public_token: nullOr(text),
    metadata: nullOr(object({ task_id: text, employer: object({ name: text }) })),
  }),
  close: EMPTY.close,
  closed: object({ type: oneOf(['closed']) }),
};

export const isToFrame: Shape<ToFrame> = (value): value is ToFrame => isOneOf(TO_FRAME, value);
export const isToHost: Shape<ToHost> = (value): value is ToHost => isOneOf(TO_HOST, value);

function isOneOf<T>(table: Record<string, Shape<T>>, value: unknown): value is T {
  const type = typeof value === 'object' && value !== null ? Reflect.get(value, 'type') : undefined;
  return typeof type === 'string' && Object.hasOwn(table, type) && table[type]?.(value) === true;
}

/** The window on the other side of the message channel. It is identified by the exact window, origin and session. */
export type Peer = { window: () => Window | null; origin: string; nonce: string };

export function send<Message>(peer: Peer, message: Message): void {
  peer.window()?.postMessage({ version: VERSION, nonce: peer.nonce, message } satisfies Sealed<Message>, peer.origin);
}

/**
 * Returns the message in a window's message event, or `undefined` if the event is not from the peer or does not contain
 * a valid message.
 */
export function receive<Message>(peer: Peer, isMessage: Shape<Message>, event: Received): Message | undefined {
  if (event.origin !== peer.origin || event.source === null || event.source !== peer.window()) return undefined;
  const sealed = object({ version: oneOf([VERSION]), nonce: text, message: isMessage });
  return sealed(event.data) && event.data.nonce === peer.nonce ? event.data.message : undefined;
}

export type Received = Pick<MessageEvent<unknown>, 'origin' | 'source' | 'data'>;
