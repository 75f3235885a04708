// The requests that a simulator received: paths and the names of parameters, never their values.
import type { Asked } from './http.ts';

export type LoggedRequest = {
  number: number;
  method: string;
  path: string;
  /** The names of the parameters in the address and in a form. */
  query: readonly string[];
  form: readonly string[];
  status: number | null;
  fault: string | null;
};

export type RequestLog = { requests: LoggedRequest[]; count: number };

const REQUESTS_MAX = 10_000;

export function logRequest(log: RequestLog, asked: Asked): LoggedRequest {
  log.count += 1;
  const entry: LoggedRequest = {
    number: log.count,
    method: asked.method,
    path: asked.path,
    query: [...asked.query.keys()],
    form: [...asked.form.keys()],
    status: null,
    fault: null,
  };
  log.requests.push(entry);
  if (log.requests.length > REQUESTS_MAX) log.requests.shift();
  return entry;
}
