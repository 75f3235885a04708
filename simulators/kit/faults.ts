// Faults that a simulator makes on demand. A rule says which fault occurs, on which requests and how often. Rules come
// from the start options or from `POST /control/faults`. A rule with a probability uses random numbers from the seed.
import { FieldError, type Fields, optionalBoolean, optionalInteger, optionalString, stringOf } from './fields.ts';
import type { Random } from './random.ts';

export const FAULTS = [
  'rate_limit',
  'server_error',
  'expired_access',
  'truncated_body',
  'connection_ended',
  'slow_bytes',
  'wrong_content_type',
  'duplicate_rows',
  'vanishing_rows',
  'unknown_enum',
  'extra_fields',
  'missing_field',
  'clock_skew',
  'redirect',
] as const;
export type FaultName = (typeof FAULTS)[number];

export type FaultRule = {
  fault: FaultName;
  /** The rule applies to paths that start with this text. Undefined: to all paths. */
  path?: string;
  /** How many requests get the fault. The default is 1; 0 means all requests. */
  times?: number;
  /** How many matching requests pass before the first fault. */
  skip?: number;
  /** The share of matching requests that get the fault, from 0 to 1. The default is 1. */
  probability?: number;
  /**
   * For `rate_limit`: the value of the header Retry-After. For `clock_skew`: how many seconds the server's clock is
   * ahead; a negative number means behind.
   */
  seconds?: number;
  /** For `rate_limit`: if true, Retry-After is a date instead of a number of seconds. HTTP allows both. */
  as_date?: boolean;
  /** For `server_error`: the HTTP status of the answer. */
  status?: number;
  /**
   * For `unknown_enum` and `missing_field`: the field to change. The default is the field that the service declares.
   */
  field?: string;
  /** For `redirect`: the target address. */
  location?: string;
  /**
   * For `slow_bytes`: the milliseconds between two bytes. For `connection_ended`: the number of bytes that are sent
   * before the connection closes.
   */
  amount?: number;
};

type Entry = { rule: FaultRule; seen: number; left: number };

export type FaultPlan = {
  add(rule: FaultRule): void;
  clear(): void;
  /**
   * Returns the fault for this request. If several rules match, the first one that causes a fault now is used. Each
   * rule counts its own requests.
   */
  take(path: string): FaultRule | undefined;
};

export function faultPlan(rules: readonly FaultRule[], random: Random): FaultPlan {
  let entries = rules.map(entryOf);
  return {
    add: (rule) => entries.push(entryOf(rule)),
    clear: () => {
      entries = [];
    },
    take: (path) => {
      for (const entry of entries) {
        const { rule } = entry;
        if (entry.left === 0 || !path.startsWith(rule.path ?? '/')) continue;
        entry.seen += 1;
        if (entry.seen <= (rule.skip ?? 0)) continue;
        if (rule.probability !== undefined && random.next() >= rule.probability) continue;
        entry.left -= 1;
        return rule;
      }
      return undefined;
    },
  };
}

/** Reads a rule of `POST /control/faults`. */
export function parseRule(fields: Fields): FaultRule {
  const name = stringOf(fields, 'fault');
  const fault = FAULTS.find((known) => known === name);
  if (fault === undefined) throw new FieldError('fault', 'value', `fault must be one of ${FAULTS.join(', ')}`);
  const rule: FaultRule = { fault };
  const path = optionalString(fields, 'path');
  const field = optionalString(fields, 'field');
  const location = optionalString(fields, 'location');
  const numbers = {
    times: optionalInteger(fields, 'times', 0, 1_000_000),
    skip: optionalInteger(fields, 'skip', 0, 1_000_000),
    seconds: optionalInteger(fields, 'seconds', -1e9, 1e9),
    status: optionalInteger(fields, 'status', 400, 599),
    amount: optionalInteger(fields, 'amount', 0, 1e9),
    probability: shareOf(fields),
  };
  if (path !== undefined) rule.path = path;
  if (field !== undefined) rule.field = field;
  if (optionalBoolean(fields, 'as_date') === true) rule.as_date = true;
  if (location !== undefined) rule.location = location;
  for (const key of ['times', 'skip', 'seconds', 'status', 'amount', 'probability'] as const) {
    const value = numbers[key];
    if (value !== undefined) rule[key] = value;
  }
  return rule;
}

function shareOf(fields: Fields): number | undefined {
  const value = fields['probability'];
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !(value >= 0 && value <= 1)) {
    throw new FieldError('probability', 'value', 'probability must be a number from 0 to 1');
  }
  return value;
}

const entryOf = (rule: FaultRule): Entry => {
  const times = rule.times ?? (rule.probability === undefined ? 1 : 0);
  return { rule, seen: 0, left: times === 0 ? Number.POSITIVE_INFINITY : times };
};
