// The requests that a simulator received: paths and the names of parameters. Values are left out, except those that say
// which data is asked for.
import type { Asked } from './http.ts';

export type LoggedRequest = {
  number: number;
  method: string;
  path: string;
  /** The names of the parameters in the address and in a form. */
  query: readonly string[];
  form: readonly string[];
  /** What the person is asked to allow: the scopes and the consent (`authorization_details`). */
  asked_for: Readonly<Record<string, string>>;
  status: number | null;
  fault: string | null;
};

export type RequestLog = { requests: LoggedRequest[]; count: number };

const REQUESTS_MAX = 10_000;
const ASKED_FOR = ['scope', 'authorization_details'];

export function logRequest(log: RequestLog, asked: Asked): LoggedRequest {
  log.count += 1;
  const entry: LoggedRequest = {
    number: log.count,
    method: asked.method,
    path: asked.path,
    query: [...asked.query.keys()],
    form: [...asked.form.keys()],
    asked_for: Object.fromEntries(
      ASKED_FOR.flatMap((name): [string, string][] => {
        const value = asked.form.get(name) ?? asked.query.get(name);
        return value === null ? [] : [[name, value]];
      }),
    ),
    status: null,
    fault: null,
  };
  log.requests.push(entry);
  if (log.requests.length > REQUESTS_MAX) log.requests.shift();
  return entry;
}
