// The widget's events as sent to pages and native apps: each type with the schema of its payload.
import { anything, nothing, nullOr, object, oneOf, type Shape, type ShapeOf, text } from './shapes.ts';

export const VIEW_NAMES = [
  'SELECT_EMPLOYER',
  'PROVIDER_LIST',
  'PROVIDER_LOGIN',
  'PROVIDER_ORG_ID',
  'DOC_UPLOAD_TYPES',
  'DOC_UPLOAD',
  'ERROR',
  'SUCCESS',
] as const;
export type ViewName = (typeof VIEW_NAMES)[number];

export const ERROR_CODES = ['LOGIN_ERROR', 'MFA_ERROR', 'UNAVAILABLE', 'NO_DATA', 'LINK_EXISTS', 'ERROR'] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

const DEPOSIT_ACTIONS = ['EXTERNAL_FLOW', 'DOWNLOAD', 'EMAIL', 'SHARE'] as const;
export type DepositAction = (typeof DEPOSIT_ACTIONS)[number];

/** `product_type` is `null` only if the token is unknown. */
const COMMON = { bridge_token: text, product_type: nullOr(text) };
const EMPLOYER = object({ name: text });
const TASK = { ...COMMON, task_id: text, provider_id: text, employer: EMPLOYER };
const either =
  <A, B>(one: Shape<A>, other: Shape<B>): Shape<A | B> =>
  (value): value is A | B =>
    one(value) || other(value);

export const EVENTS = {
  LOAD: nothing,
  OPEN: object(COMMON),
  CLOSE: object(COMMON),
  DOC_UPLOAD_OPENED: object(COMMON),
  SCREEN_VIEW: object({ ...COMMON, view_name: oneOf(VIEW_NAMES), doc_type: either(nothing, text) }),
  EMPLOYER_SELECTED: object({ ...COMMON, employer: EMPLOYER }),
  DOCUMENTS_UPLOADED: object({ ...COMMON, doc_type: text, data_source: text }),
  OAUTH_OPENED: object({ ...COMMON, provider_id: text }),
  LINK_CREATED: object(TASK),
  LOGIN_COMPLETE: object(TASK),
  SUCCESS: object({ ...TASK, public_token: text }),
  MANUAL_DDS: object({ ...COMMON, action: oneOf(DEPOSIT_ACTIONS), deposit_type: text }),
  ERROR: object({
    ...COMMON,
    error: object({ error_type: oneOf(['LINK_ERROR']), error_code: oneOf(ERROR_CODES), error_message: text }),
  }),
  UNSUPPORTED_BROWSER: nothing,
  COMPLETED: object({ order_id: text }),
  START_EXTERNAL_LOGIN: object({
    url: text,
    external_login_type: text,
    is_logged_in: object({ selector: text, script_url: nullOr(text) }),
    script: object({
      url: nullOr(text),
      callback_url: text,
      callback_method: text,
      callback_headers: object({}),
    }),
  }),
};

export type EventType = keyof typeof EVENTS;
export type Source = 'bridge' | 'order';

/** An event with the payload of its type; the payload of a type without fields is `undefined`. */
export type WidgetEvent = {
  [Type in EventType]: { type: Type; payload: Payload<ShapeOf<(typeof EVENTS)[Type]>>; source: Source };
}[EventType];
/** An optional key is absent if it has no value; it is never `undefined`. */
type Payload<T> = T extends { doc_type: unknown } & object
  ? undefined extends T['doc_type']
    ? Omit<T, 'doc_type'> & { doc_type?: string }
    : T
  : T;

export type Metadata = { task_id: string; employer: { name: string } };

export const isWidgetEvent: Shape<WidgetEvent> = (value): value is WidgetEvent => {
  if (!isEnvelope(value)) return false;
  const { type, payload } = value;
  return isEventType(type) && EVENTS[type](payload);
};

const isEnvelope = (value: unknown): value is { type: string; payload: unknown; source: Source } =>
  object({ type: text, payload: anything, source: oneOf(['bridge', 'order']) })(value);

const isEventType = (type: string): type is EventType => Object.hasOwn(EVENTS, type);
