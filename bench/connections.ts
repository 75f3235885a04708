// Connections in the sandbox: how long one takes from the login to a report that can be read, and how many a second
// the service keeps up, until the last of them is done.
import { newId } from '#base/ids.ts';
import type { Service } from './service.ts';
import { atMost, type Figure, median } from './table.ts';

const SINGLE = 30;
const MANY = 1_500;
const AT_ONCE = 24;
const PER_SECOND_MIN = 100;
const SINGLE_MS_MAX = 300;

export async function benchConnections(service: Service): Promise<Figure[]> {
  const api = clientOf(service);
  const users = await inParallel(SINGLE + MANY, () => newUser(api));
  const readable: number[] = [];
  for (const user_id of users.slice(0, SINGLE)) readable.push(await loginToReport(api, user_id));
  const [first = Number.NaN] = readable;

  const started_ms = performance.now();
  const rest = users.slice(SINGLE);
  await inParallel(rest.length, (at) => connect(api, rest[at] ?? ''));
  const accepted_s = (performance.now() - started_ms) / 1000;
  await until(async () => (await api.get('/v1/tasks/?status=done&page_size=1')).count === SINGLE + MANY);
  const per_second = MANY / ((performance.now() - started_ms) / 1000);
  return [
    atMost('login to a readable report, the very first', first, SINGLE_MS_MAX, 'ms'),
    atMost('login to a readable report, median', median(readable), SINGLE_MS_MAX, 'ms'),
    {
      name: 'connections a second, login to done',
      ours: `${per_second.toFixed(0)}/s`,
      baseline: `${(MANY / accepted_s).toFixed(0)}/s logged in`,
      ratio: per_second.toFixed(0),
      bound: `≥ ${PER_SECOND_MIN}`,
      holds: per_second >= PER_SECOND_MIN,
    },
  ];
}

async function loginToReport(api: Api, user_id: string): Promise<number> {
  const started_ms = performance.now();
  const { link_id } = await connect(api, user_id);
  await until(async () => (await api.get(`/v1/links/${link_id}/income/report/`)).status === 'done');
  return performance.now() - started_ms;
}

const connect = (api: Api, user_id: string) =>
  api.post('/v1/sandbox/links/', {
    user_id,
    provider_id: 'vouch_payroll',
    username: 'goodlogin',
    password: 'goodpassword',
    product_type: 'income',
  });

const newUser = async (api: Api): Promise<string> =>
  (await api.post('/v1/users/', { external_user_id: newId() })).id ?? '';

type Answer = { id?: string; link_id?: string; status?: string; count?: number };
type Api = { get(path: string): Promise<Answer>; post(path: string, body: object): Promise<Answer> };

function clientOf({ url, client_id, secret }: Service): Api {
  const headers = { 'x-access-client-id': client_id, 'x-access-secret': secret };
  const send = async (path: string, request: RequestInit): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, request);
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  return {
    get: (path) => send(path, { headers }),
    post: (path, body) =>
      send(path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}

/** So many calls, a few at a time. */
async function inParallel<T>(count: number, run: (at: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < count; at = next++) results[at] = await run(at);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
}
