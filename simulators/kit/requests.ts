// The log of requests, for tests: which paths were called with which parameters. Parameter values are left out, because
// they may be secrets, except those that say which data is asked for. Secret parts of paths are left out too.
import type { FaultName } from './faults.ts';

export type LoggedRequest = {
  at: string;
  method: string;
  /** The path. A secret part is replaced by its name, for example `/claim/:token`. */
  path: string;
  /** Names of the query parameters, sorted. */
  parameters: readonly string[];
  /** Names of the top-level fields of the body, sorted. */
  fields: readonly string[];
  /** The values that say which data is asked for, by the name of their parameter or field. */
  asked_for: Readonly<Record<string, string>>;
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
