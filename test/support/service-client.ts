// An API client for a running service: it connects users and reads the event log.
import { newId } from '#base/ids.ts';

export type Api = {
  get<T>(path: string): Promise<T>;
  send<T>(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<T>;
};

export function apiAt(url: string, { client_id, access_secret }: { client_id: string; access_secret: string }): Api {
  const headers = {
    'x-access-client-id': client_id,
    'x-access-secret': access_secret,
    'content-type': 'application/json',
    // Keep-alive is not used, because on a busy machine the service may close an idle connection at the moment the
    // client reuses it.
    connection: 'close',
  };
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  return { get: (path) => call('GET', path), send: call };
}

/** Creates a user, and connects the user with a valid payroll login. */
export async function connectSomebody(api: Api): Promise<void> {
  const { id } = await api.send<{ id: string }>('POST', '/v1/users/', { external_user_id: newId() });
  await api.send('POST', '/v1/sandbox/links/', {
    user_id: id,
    provider_id: 'vouch_payroll',
    username: 'goodlogin',
    password: 'goodpassword',
    product_type: 'income',
  });
}

/** Connects `count` new users. Through each API process, three users connect at a time. */
export async function connectPeople(apis: readonly Api[], count: number): Promise<void> {
  let made = 0;
  const work = async (api: Api) => {
    while (made++ < count) await connectSomebody(api);
  };
  await Promise.all([...apis, ...apis, ...apis].map(work));
}

export type LoggedEvent = {
  cursor: string;
  event_type: string;
  payload: { webhook_id: string; task_id?: string; link_id?: string; status?: string };
};
type EventPage = { next_cursor: string | null; results: LoggedEvent[] };

/** A reader of the event log. Each call to `readOn()` continues at the last cursor and reads up to the current end. */
export type EventReader = { readonly seen: LoggedEvent[]; readOn(): Promise<void> };

export function eventReader(api: Api, limit = 500): EventReader {
  const seen: LoggedEvent[] = [];
  let after = '';
  return {
    seen,
    async readOn() {
      for (let count = limit; count === limit; ) {
        const { next_cursor, results } = await api.get<EventPage>(`/v1/events/?limit=${limit}${after}`);
        seen.push(...results);
        if (next_cursor !== null) after = `&after=${next_cursor}`;
        count = results.length;
      }
    },
  };
}

export type LoggedRequest = {
  webhook_id: string;
  status_code: number | null;
  error_message: string | null;
  state: string;
  attempt: number;
  duration_ms: number;
};

/** All delivery attempts to one endpoint, newest first. */
export async function requestsTo(api: Api, endpoint_id: string): Promise<LoggedRequest[]> {
  const found: LoggedRequest[] = [];
  let next: string | null = `/v1/webhook-requests/?page_size=100&endpoint_id=${endpoint_id}`;
  while (next !== null) {
    const page: { next: string | null; results: LoggedRequest[] } = await api.get(next);
    found.push(...page.results);
    next = page.next === null ? null : page.next.replace(/^https?:\/\/[^/]+/, '');
  }
  return found;
}
