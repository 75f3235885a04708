// Faults on demand: which faults are on, and how a fault changes an answer.
import type { ServerResponse } from 'node:http';
import { breakOff, drip } from '../kit/broken-sending.ts';
import { type Fields, numberIn, textIn } from '../kit/fields.ts';
import { chanceOf, pickOf } from '../lives/dice.ts';
import { type Answer, type Asked, sendPlainly } from './http.ts';

export const FAULT_KINDS = [
  'too_many_requests',
  'server_error',
  'maintenance',
  'lost_answer',
  'lost_refresh_answer',
  'truncated_body',
  'slow_bytes',
  'wrong_content_type',
  'connection_end',
  'duplicate_rows',
  'vanishing_rows',
  'schema_drift',
  'redirect',
  'refused',
  'failed_account',
  'unnamed_account',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export type Fault = {
  kind: FaultKind;
  /** How many requests get the fault. Undefined: all requests, until the fault is switched off. */
  times?: number;
  /** How many matching requests pass before the first fault. */
  skip?: number;
  /**
   * The fault applies only to requests whose path contains this text. Undefined: to requests of the data API. Three
   * kinds of faults ignore `path`: `lost_refresh_answer` applies to requests with a refresh token, and `failed_account`
   * and `unnamed_account` apply to requests for the list of accounts.
   */
  path?: string;
  /** For the kind `redirect`: the target address. */
  location?: string;
  /** For the kind `refused`: the HTTP status and, in `code`, the FDX code. */
  status?: number;
  code?: string;
  retry_after_seconds?: number;
  bytes_per_second?: number;
};

/**
 * Random faults. The seed and the number of the request decide which requests get a fault, so a run can be repeated.
 */
export type RandomFaults = { chance: number; kinds: readonly FaultKind[] };

export type Faults = { on: Fault[]; random: RandomFaults | undefined; seed: number; default_path: string };

/** Returns the fault for a request, if there is one. Each call uses up one of the fault's remaining uses. */
export function strike(faults: Faults, asked: Asked, number: number): Fault | undefined {
  // A fault with a limited number of uses is chosen before a fault that is always on. Otherwise the fault that is
  // always on would be chosen each time.
  const meant = faults.on.filter((fault) => isMeant(fault, asked, faults.default_path));
  const found = meant.find(({ times }) => times !== undefined) ?? meant[0];
  if (found?.skip !== undefined && found.skip > 0) {
    found.skip -= 1;
    return undefined;
  }
  if (found !== undefined) {
    if (found.times !== undefined) found.times -= 1;
    if (found.times === 0) faults.on = faults.on.filter((fault) => fault !== found);
    return found;
  }
  const { random, seed } = faults;
  if (random === undefined || random.kinds.length === 0 || chanceOf(seed, 'fault', number) >= random.chance)
    return undefined;
  const fault: Fault = { kind: pickOf(random.kinds, seed, 'kind', number) };
  return isMeant(fault, asked, faults.default_path) ? fault : undefined;
}

/** With some faults, the request is not handled at all. For such a fault, returns the answer that is sent instead. */
export function answerInstead(fault: Fault | undefined): Answer | undefined {
  const refuse = (
    status: number,
    code: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ): Answer => ({
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ code, message }),
  });
  switch (fault?.kind) {
    case 'too_many_requests':
      return refuse(429, '429', 'Too many requests', { 'retry-after': String(fault.retry_after_seconds ?? 1) });
    case 'server_error':
      return refuse(500, '500', 'Internal server error');
    case 'maintenance':
      return refuse(503, '503', 'Scheduled maintenance', { 'retry-after': String(fault.retry_after_seconds ?? 60) });
    case 'refused':
      return refuse(fault.status ?? 400, fault.code ?? '704', 'Refused');
    case 'redirect':
      return { status: 307, headers: { location: fault.location ?? 'http://localhost/' } };
    default:
      return undefined;
  }
}

/** Sends an answer with the given fault applied. */
export async function sendWith(
  fault: Fault | undefined,
  asked: Asked,
  answer: Answer,
  response: ServerResponse,
): Promise<void> {
  const whole = { status: answer.status, headers: { ...answer.headers }, content: Buffer.from(answer.body ?? '') };
  switch (fault?.kind) {
    case 'lost_answer':
    case 'lost_refresh_answer':
    case 'connection_end':
      response.destroy();
      return;
    case 'truncated_body':
      await breakOff(response, whole, Math.floor(whole.content.length / 2));
      return;
    case 'slow_bytes':
      await drip(response, whole, { step_bytes: stepOf(fault.bytes_per_second ?? 200), step_ms: STEP_MS });
      return;
    case 'wrong_content_type':
      sendPlainly(asked, { ...answer, headers: { ...answer.headers, 'content-type': 'text/html' } }, response);
      return;
    default:
      sendPlainly(asked, answer, response);
  }
}

/** Reads a fault from a control request. Returns an error message if the fault is invalid. */
export function readFault(fields: Fields | undefined): Fault | string {
  const kind = FAULT_KINDS.find((one) => one === textIn(fields, 'kind'));
  if (kind === undefined) return `kind must be one of ${FAULT_KINDS.join(', ')}.`;
  const [times, path] = [numberIn(fields, 'times'), textIn(fields, 'path')];
  if (times !== undefined && (!Number.isInteger(times) || times < 1)) return 'times must be a number above zero.';
  const [seconds, bytes] = [numberIn(fields, 'retry_after_seconds'), numberIn(fields, 'bytes_per_second')];
  const [status, code] = [numberIn(fields, 'status'), textIn(fields, 'code')];
  if (status !== undefined && (!Number.isInteger(status) || status < 400 || status > 599))
    return 'status must be 400 to 599.';
  const [skip, location] = [numberIn(fields, 'skip'), textIn(fields, 'location')];
  if (skip !== undefined && (!Number.isInteger(skip) || skip < 0)) return 'skip must be a number, zero or above.';
  return {
    kind,
    ...(skip === undefined ? {} : { skip }),
    ...(location === undefined ? {} : { location }),
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code }),
    ...(times === undefined ? {} : { times }),
    ...(path === undefined ? {} : { path }),
    ...(seconds === undefined ? {} : { retry_after_seconds: seconds }),
    ...(bytes === undefined ? {} : { bytes_per_second: Math.max(1, bytes) }),
  };
}

function isMeant(fault: Fault, asked: Asked, default_path: string): boolean {
  if (fault.kind === 'lost_refresh_answer') return asked.form.get('grant_type') === 'refresh_token';
  if (fault.kind === 'failed_account' || fault.kind === 'unnamed_account') return asked.path.endsWith('/accounts');
  return asked.path.includes(fault.path ?? default_path);
}

const STEP_MS = 100;
const stepOf = (bytes_per_second: number): number => Math.max(1, Math.floor((bytes_per_second * STEP_MS) / 1000));
