// A minimal client of the service. It must use little CPU time, because it runs on the same cores as the service.
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { newId } from '#base/ids.ts';
import type { Service } from './service.ts';

const AT_ONCE = 24;

export type Answer = {
  id?: string;
  user_id?: string;
  link_id?: string;
  status?: string;
  count?: number;
  replayed_count?: number;
  next_cursor?: string;
  results?: { payload: { webhook_id: string; link_id: string }; file?: string }[];
};
export type Api = {
  get(path: string): Promise<Answer>;
  /**
   * Returns the size of the response in bytes. The response is not parsed, because parsing would add the client's own
   * time to the measured time.
   */
  fetch(path: string): Promise<number>;
  post(path: string, body: object): Promise<Answer>;
  remove(path: string): Promise<Answer>;
  close(): void;
};

export function clientOf({ url, client_id, secret }: Service): Api {
  const agent = new Agent({ keepAlive: true });
  const headers = { 'x-access-client-id': client_id, 'x-access-secret': secret, 'content-type': 'application/json' };
  const open = async (method: string, path: string, body?: string): Promise<IncomingMessage> => {
    const sent = request(`${url}${path}`, { method, agent, headers }).end(body);
    const [response]: IncomingMessage[] = await once(sent, 'response');
    if (response === undefined) throw new Error('no answer');
    return response;
  };
  const send = async (method: string, path: string, body?: string): Promise<Answer> => {
    const response = await open(method, path, body);
    const answer = await text(response);
    if ((response.statusCode ?? 500) > 299) throw new Error(`${response.statusCode} ${answer}`);
    return answer === '' ? {} : JSON.parse(answer);
  };
  return {
    get: (path) => send('GET', path),
    async fetch(path) {
      const response = await open('GET', path);
      let bytes = 0;
      for await (const chunk of response) bytes += chunk.length;
      if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`);
      return bytes;
    },
    post: (path, body) => send('POST', path, JSON.stringify(body)),
    remove: (path) => send('DELETE', path),
    close: () => agent.destroy(),
  };
}

/** Makes `count` calls of the function `run`. At most `AT_ONCE` calls run at the same time. */
export async function inParallel<T>(count: number, run: (at: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < count; at = next++) results[at] = await run(at);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

export const connect = (api: Api, user_id: string) =>
  api.post('/v1/sandbox/links/', {
    user_id,
    provider_id: 'vouch_payroll',
    username: 'goodlogin',
    password: 'goodpassword',
    product_type: 'income',
  });

export const newUser = async (api: Api): Promise<string> =>
  (await api.post('/v1/users/', { external_user_id: newId() })).id ?? '';
