// The log of requests that tests read: which paths were called with which parameters. Values are left out, because
// they may be secrets; so are the parts of a path that are secrets.
import type { FaultName } from './faults.ts';

export type LoggedRequest = {
  at: string;
  method: string;
  /** Secret parts are replaced by the name of the part, for example `/claim/:token`. */
  path: string;
  /** Names of the query parameters, sorted. */
  parameters: readonly string[];
  /** Names of the top fields of the body, sorted. */
  fields: readonly string[];
  fault: FaultName | null;
  status: number | null;
};

export type RequestLog = { add(request: LoggedRequest): void; list(): readonly LoggedRequest[]; clear(): void };

const KEPT_MAX = 10_000;

export function requestLog(): RequestLog {
  let kept: LoggedRequest[] = [];
  return {
    add: (request) => {
      kept.push(request);
      if (kept.length > KEPT_MAX) kept = kept.slice(-KEPT_MAX / 2);
    },
    list: () => kept,
    clear: () => {
      kept = [];
    },
  };
}
