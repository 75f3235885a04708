// Sends requests to a server on a loopback address, either for a given time or until a given number of requests has
// been sent.
import autocannon from 'autocannon';
import { newId } from '#base/ids.ts';

const CONNECTIONS = 16;

export type Target = { url: string; headers?: Record<string, string> };

/** Returns the requests per second over `seconds`, after a warm-up. */
export async function rate(
  target: Target,
  request: 'POST' | 'GET',
  path: string,
  seconds: number,
  warm_up_seconds = 2,
): Promise<number> {
  if (warm_up_seconds > 0) await run(target, request, path, { duration: warm_up_seconds });
  const result = await run(target, request, path, { duration: seconds });
  return result.requests.average;
}

/** Sends exactly `amount` requests. */
export const send = (target: Target, request: 'POST' | 'GET', path: string, amount: number) =>
  run(target, request, path, { amount });

async function run(
  target: Target,
  method: 'POST' | 'GET',
  path: string,
  bound: { duration?: number; amount?: number },
) {
  const result = await autocannon({
    url: `${target.url}${path}`,
    connections: CONNECTIONS,
    ...bound,
    requests: [
      {
        method,
        path,
        headers: { ...target.headers, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
        ...(method === 'POST' ? { setupRequest: (request: object) => ({ ...request, body: person() }) } : {}),
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`);
  return result;
}

export const person = (): string =>
  JSON.stringify({
    external_user_id: newId(),
    first_name: 'Jane',
    last_name: 'Roe',
    email: 'jane.roe@example.com',
    phone: '(415) 555-0134',
    ssn: '991-91-9991',
  });
