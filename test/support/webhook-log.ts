// Inserts rows for events and webhook delivery attempts that did not really happen.
import { newId } from '#base/ids.ts';
import { type NewEvent, toEventRow } from '#domain/events/events.ts';
import type { NoticeRequest } from '#domain/events/webhook-requests.ts';
import { ENVIRONMENTS, type Scope } from '#domain/platform/scope.ts';
import { insertEvents } from '#storage/events/events.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import type { Call, TestHouse } from './house.ts';

/** An event of type `link-connected`, unless `more` overrides the type. */
export const sampleEvent = (more: Partial<NewEvent> = {}): NewEvent =>
  Object.assign(
    {
      event_type: 'link-connected',
      user_id: newId(),
      template_id: null,
      link_id: newId(),
      product: 'income',
      data_source: 'payroll',
      tracking_info: null,
    } as const,
    more,
  );

/**
 * Inserts a successful delivery attempt that was sent at the current time of the test's clock. Also inserts the event
 * of the attempt, unless `more` has an `event_id` and no `event`.
 */
export async function logAttempt(
  house: TestHouse,
  scope: Scope,
  endpoint_id: string,
  more: Partial<NoticeRequest> & { event?: NewEvent } = {},
): Promise<string> {
  const { event = sampleEvent(), event_id = newId(), ...fields } = more;
  const db = house.database.scoped(scope);
  const row = toEventRow(event, event_id, house.clock.now());
  if (more.event !== undefined || more.event_id === undefined) await insertEvents(db, scope, [row]);
  const attempt = {
    id: newId(),
    endpoint_id,
    delivery_id: newId(),
    event_id,
    event_type: event.event_type,
    webhook_url: 'http://127.0.0.1:9/',
    attempt: 1,
    state: 'delivered',
    status_code: 200,
    error_message: null,
    sent_at: house.clock.now(),
    duration_ms: 12,
    next_attempt_at: null,
    ...fields,
  };
  const names = Object.keys(attempt);
  await db.query(
    `insert into webhook_attempts (client_id, environment, ${names.join(', ')})
     values ($1, $2, ${names.map((_, at) => `$${at + 3}`).join(', ')})`,
    [scope.client_id, scope.environment, ...Object.values(attempt)],
  );
  return attempt.id;
}

/**
 * Creates a webhook endpoint. The environment of the caller's key is not known here, so the function tries both
 * environments.
 */
export async function anyEndpoint(call: Call): Promise<string> {
  for (const env_type of ENVIRONMENTS) {
    const body = { name: 'Any', webhook_url: `http://127.0.0.1:9/${newId()}`, env_type };
    const response = await call('POST', '/v1/webhooks/', body);
    if (response.statusCode === 201) return response.json().id;
  }
  throw new Error('no endpoint could be registered');
}

/** Creates a new endpoint for the caller, inserts a delivery attempt to this endpoint, and returns the attempt's id. */
export async function anyRequest(house: TestHouse, call: Call): Promise<string> {
  const endpoint_id = await anyEndpoint(call);
  const { rows } = await house.database
    .scoped(SYSTEM)
    .query<Scope>('select client_id, environment from webhook_endpoints where id = $1', [endpoint_id]);
  if (rows[0] === undefined) throw new Error('nobody has this endpoint');
  return logAttempt(house, rows[0], endpoint_id);
}
