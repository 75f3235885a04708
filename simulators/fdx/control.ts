// The control address: faults, the clock, consents, the request log and the true facts. It can be reached only on
// loopback.

import { type Fields, numberIn, readFields, textIn } from '../kit/fields.ts';
import { accountIdOf, type Bank, lifeOf, readHistory } from './bank.ts';
import { FAULT_KINDS, type Faults, type RandomFaults, readFault } from './faults.ts';
import { type Answer, type Asked, json } from './http.ts';
import type { RequestLog } from './request-log.ts';

export type Controlled = { bank: Bank; faults: Faults; log: RequestLog };

export function answerControl(controlled: Controlled, asked: Asked): Answer {
  // Only browsers send the header Origin. Such requests are refused, because a foreign web page must not switch faults
  // on.
  if (asked.headers.origin !== undefined) return json(403, { message: 'Browsers are not served here.' });
  const fields = asked.body === '' ? {} : readFields(asked.body);
  if (fields === undefined) return json(400, { message: 'The body must be a JSON object.' });
  switch (`${asked.method} ${asked.path.replace(/\/$/, '')}`) {
    case 'GET /control/requests':
      return json(200, { requests: controlled.log.requests });
    case 'DELETE /control/requests':
      controlled.log.requests = [];
      return json(200, {});
    case 'GET /control/faults':
      return json(200, { kinds: FAULT_KINDS, on: controlled.faults.on, random: controlled.faults.random ?? null });
    case 'POST /control/faults':
      return addFault(controlled, fields);
    case 'DELETE /control/faults':
      controlled.faults.on = [];
      controlled.faults.random = undefined;
      return json(200, {});
    case 'GET /control/clock':
      return json(200, { now: controlled.bank.clock.now().toISOString() });
    case 'POST /control/clock':
      return moveClock(controlled.bank, fields);
    case 'GET /control/consents':
      return json(200, { consents: [...controlled.bank.consents.values()] });
    case 'POST /control/consents/expire':
      return json(200, { expired: expireConsents(controlled.bank, textIn(fields, 'username')) });
    case 'GET /control/truth':
      return truth(controlled.bank, asked.query.get('username') ?? '');
    default:
      return json(404, { message: 'There is no such control.' });
  }
}

/** Ends consents immediately, for one person or for all people. */
export function expireConsents(bank: Bank, username?: string): number {
  const meant = [...bank.consents.values()].filter(
    (consent) => username === undefined || consent.username === username,
  );
  for (const consent of meant) consent.expires_at = bank.clock.now();
  return meant.length;
}

function addFault({ faults }: Controlled, fields: Fields): Answer {
  const chance = numberIn(fields, 'chance');
  if (chance !== undefined) {
    faults.random = readRandom(chance, fields['kinds']);
    return json(200, { random: faults.random });
  }
  const fault = readFault(fields);
  if (typeof fault === 'string') return json(400, { message: fault });
  faults.on.push(fault);
  return json(200, { on: faults.on });
}

function readRandom(chance: number, kinds: unknown): RandomFaults {
  const listed: readonly unknown[] = Array.isArray(kinds) ? kinds : FAULT_KINDS;
  return { chance: Math.min(1, Math.max(0, chance)), kinds: FAULT_KINDS.filter((kind) => listed.includes(kind)) };
}

/**
 * Handles the two kinds of body: `{now}` sets the clock, and `{advance_seconds}` moves it. The clock determines whether
 * tokens and consents are valid, and up to which day the history goes.
 */
function moveClock(bank: Bank, fields: Fields): Answer {
  const [now, seconds] = [textIn(fields, 'now'), numberIn(fields, 'advance_seconds')];
  const target = now === undefined ? undefined : Date.parse(now);
  if (target !== undefined && !Number.isNaN(target)) bank.clock.offset_ms += target - bank.clock.now().getTime();
  else if (seconds !== undefined) bank.clock.offset_ms += seconds * 1000;
  else return json(400, { message: 'Send now (ISO 8601) or advance_seconds.' });
  return json(200, { now: bank.clock.now().toISOString() });
}

/** The true facts about a person's accounts. A test compares them with the data that a client read. */
function truth(bank: Bank, username: string): Answer {
  const life = lifeOf(username);
  if (life === undefined) return json(404, { message: 'Nobody has this username.' });
  const { until, accounts } = readHistory(bank, life);
  return json(200, {
    until,
    accounts: accounts.map(({ plan, rows, pending, opening_cents, closing_cents }) => ({
      account_id: accountIdOf(life, plan),
      key: plan.key,
      kind: plan.kind,
      opening_cents,
      closing_cents,
      rows: rows.length,
      pending: pending.length,
    })),
  });
}
