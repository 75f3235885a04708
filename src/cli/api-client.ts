// A small client of our own HTTP API, for commands that call a running service. Every response is validated against a
// schema, and every failure becomes a one-line message.
import { type Static, type TSchema, Type } from 'typebox';
import { Check } from 'typebox/value';
import { Agent, type Dispatcher } from 'undici';
import { rawPayloads } from './raw-payloads.ts';

/** The service's URL, and the credentials with which we call it. */
export type Access = { readonly url: string; readonly client_id: string; readonly access_secret: string };

/** An event of the event log; `body` is its payload, byte for byte. */
export type LoggedEvent = Static<typeof Event> & { body: string };

export type EventQuery = {
  after?: string;
  event_type?: string;
  user_id?: string;
  order_id?: string;
  link_id?: string;
};

export type Replay = {
  created_at__gte: string;
  created_at__lte?: string;
  event_type?: string;
  only_failed: boolean;
};

export type Api = {
  readonly url: string;
  /** A page of the event log, and the cursor after which the next page starts (`undefined` if the log is empty). */
  listEvents(query: EventQuery, limit: number, signal: AbortSignal): Promise<EventPage>;
  listWebhooks(): Promise<Webhook[]>;
  /** Asks the service to send events again to the endpoint `id`. Returns the number of these events. */
  replayWebhook(id: string, replay: Replay): Promise<number>;
  importFile(file: NewFile): Promise<ImportedFile>;
  close(): Promise<void>;
};

/** A file to import, with its content in base64. */
export type NewFile = {
  user_id: string;
  filename: string;
  content: string;
  format?: string;
  account?: object;
  columns?: object;
};
export type ImportedFile = Static<typeof ImportedFile>;

export type EventPage = { events: LoggedEvent[]; next: string | undefined };
export type Webhook = Static<typeof Webhook>;

/** Thrown if a request fails or is rejected. The message of the error contains all that an operator needs to know. */
export class ApiFailure extends Error {
  /** True if the failure is transient: the same request may succeed later. */
  readonly passing: boolean;
  /** The response's `Retry-After` header, in milliseconds. */
  readonly retry_after_ms: number | undefined;

  constructor(message: string, passing: boolean, retry_after_ms?: number, options?: ErrorOptions) {
    super(message, options);
    this.passing = passing;
    this.retry_after_ms = retry_after_ms;
  }
}

const TIMEOUT_MS = 30_000;
/**
 * The maximum size of a response. A larger response cannot come from our API. For comparison, a page of 500 events is a
 * quarter of a megabyte.
 */
const ANSWER_BYTES_MAX = 64 * 1024 * 1024;
/**
 * A page size that is larger than the maximum number of endpoints per environment, so that one page lists all
 * endpoints.
 */
const ALL_WEBHOOKS = 100;

const Payload = Type.Intersect([
  Type.Object({ webhook_id: Type.String() }),
  Type.Record(Type.String(), Type.Unknown()),
]);
const Event = Type.Object({
  cursor: Type.String(),
  event_type: Type.String(),
  created_at: Type.String(),
  payload: Payload,
});
const Events = Type.Object({
  next_cursor: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  results: Type.Array(Event),
});
const Webhook = Type.Object({
  id: Type.String(),
  name: Type.String(),
  webhook_url: Type.String(),
  events: Type.Array(Type.String()),
  enabled: Type.Boolean(),
  disabled_reason: Type.Union([Type.String(), Type.Null()]),
});
const Webhooks = Type.Object({ results: Type.Array(Webhook) });
const Replayed = Type.Object({ replayed_count: Type.Integer() });
const ImportedFile = Type.Object({
  id: Type.String(),
  link_id: Type.String(),
  task_id: Type.String(),
  format: Type.String(),
  accounts_count: Type.Integer(),
  transactions_count: Type.Integer(),
  new_transactions_count: Type.Integer(),
  statements_count: Type.Integer(),
  tax_documents_count: Type.Integer(),
  warnings: Type.Array(Type.Object({ line: Type.Integer(), column: Type.Integer(), message: Type.String() })),
});
const Complaint = Type.Object({
  detail: Type.Optional(Type.String()),
  error: Type.Optional(
    Type.Object({
      message: Type.String(),
      extra: Type.Optional(
        Type.Object({
          'invalid-params': Type.Optional(Type.Array(Type.Object({ field: Type.String(), message: Type.String() }))),
        }),
      ),
    }),
  ),
});

export async function withApi<T>(access: Access, work: (api: Api) => Promise<T>): Promise<T> {
  const api = openApi(access);
  try {
    return await work(api);
  } finally {
    await api.close();
  }
}

export function openApi(access: Access): Api {
  const agent = new Agent({
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    connectTimeout: TIMEOUT_MS,
    maxResponseSize: ANSWER_BYTES_MAX,
  });
  const ask = <Schema extends TSchema>(schema: Schema, path: string, options: Options = {}) =>
    request(agent, access, schema, path, options);
  return {
    url: access.url,
    async listEvents(query, limit, signal) {
      const { value, text } = await ask(Events, '/v1/events/', { query: { ...query, limit: String(limit) }, signal });
      const bodies = rawPayloads(text);
      const events = value.results.map((event, i) => {
        const body = bodies[i];
        if (body === undefined) throw notVouch(access.url);
        return { ...event, body };
      });
      return { events, next: value.next_cursor ?? events.at(-1)?.cursor };
    },
    async listWebhooks() {
      return (await ask(Webhooks, '/v1/webhooks/', { query: { page_size: String(ALL_WEBHOOKS) } })).value.results;
    },
    async replayWebhook(id, replay) {
      const path = `/v1/webhooks/${encodeURIComponent(id)}/replay/`;
      return (await ask(Replayed, path, { body: replay })).value.replayed_count;
    },
    async importFile(file) {
      return (await ask(ImportedFile, '/v1/imports/', { body: file })).value;
    },
    close: () => agent.close(),
  };
}

type Options = { query?: Readonly<Record<string, string>>; body?: object; signal?: AbortSignal };

async function request<Schema extends TSchema>(
  agent: Agent,
  { url, client_id, access_secret }: Access,
  schema: Schema,
  path: string,
  { query, body, signal }: Options,
): Promise<{ value: Static<Schema>; text: string }> {
  const { origin, pathname } = new URL(url);
  const { answer, text } = await readAnswer(url, () =>
    agent.request({
      origin,
      path: `${pathname.replace(/\/$/, '')}${path}${query === undefined ? '' : `?${new URLSearchParams(query)}`}`,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        'x-access-client-id': client_id,
        'x-access-secret': access_secret,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    }),
  );
  const value = jsonOf(text);
  if (answer.statusCode >= 300) throw refusal(url, answer, value);
  if (!Check(schema, value)) throw notVouch(url);
  return { value, text };
}

const notVouch = (url: string): ApiFailure => new ApiFailure(`${url} does not respond like a Vouch service`, false);

async function readAnswer(url: string, send: () => Promise<Dispatcher.ResponseData>) {
  try {
    const answer = await send();
    return { answer, text: await answer.body.text() };
  } catch (cause) {
    throw new ApiFailure(`${url} cannot be reached (${reasonOf(cause)})`, true, undefined, { cause });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  ENOTFOUND: 'no such host',
  UND_ERR_SOCKET: 'connection closed',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  UND_ERR_HEADERS_TIMEOUT: 'response timed out',
  UND_ERR_BODY_TIMEOUT: 'response timed out',
};

/** Describes a network error in a few words. If there is no description for the error, returns the error's code. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return code === undefined ? error.message : (REASONS[code] ?? code);
}

function refusal(url: string, { statusCode, headers }: Dispatcher.ResponseData, value: unknown): ApiFailure {
  const said = Check(Complaint, value) ? complaintOf(value) : undefined;
  const because = said === undefined ? '' : `: ${said}`;
  if (statusCode === 401) return new ApiFailure(`${url} does not accept these credentials${because}`, false);
  const seconds = Number(headers['retry-after']);
  const retry_after_ms = seconds > 0 ? seconds * 1000 : undefined;
  return new ApiFailure(
    `${url} answered ${statusCode}${because}`,
    statusCode === 429 || statusCode >= 500,
    retry_after_ms,
  );
}

function complaintOf({ error, detail }: Static<typeof Complaint>): string | undefined {
  const faults = error?.extra?.['invalid-params'] ?? [];
  if (faults.length > 0) return faults.map(({ field, message }) => `${field}: ${message}`).join(' ');
  return error?.message ?? detail;
}

/** The parsed JSON; `undefined` if the text is not valid JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
