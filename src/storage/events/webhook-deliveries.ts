// Reads and writes the rows of webhook deliveries. A process leases deliveries from each endpoint in turn, and then
// records the outcome of each delivery.

import type { AttemptOutcome } from '#domain/events/webhook-deliveries.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { WrappedKey } from '#storage/platform/data-keys.ts';
import type { Db } from '#storage/platform/db.ts';
import { sameAs } from '#storage/platform/rows.ts';

export type EndpointKey = Scope & { endpoint_id: string };

/** A delivery leased by this process. */
export type ClaimedDelivery = EndpointKey & {
  id: string;
  event_id: string;
  event_type: string;
  chain: string | null;
  attempts: number;
  /** The event's payload. It is null if the event was deleted; then nothing can be sent. */
  payload: string | null;
};

/** The data needed to send a request to the endpoint, and the endpoint's state. */
export type SendingEndpoint = EndpointKey &
  WrappedKey & {
    webhook_url: string;
    secret_sealed: Buffer;
    failing_since: Date | null;
    clock_offset_seconds: number;
    /** The access key that signs the request; null if no key is active. */
    key_id: string | null;
    key_sealed: Buffer | null;
  };

export type Claim = {
  /** The current real time. */
  now: Date;
  /** The endpoint at which the previous claim stopped. This claim starts after it. */
  after: EndpointKey;
  /**
   * Endpoints that are at their limit, because this process has already leased the maximum number of deliveries for the
   * endpoint.
   */
  full: readonly string[];
  /**
   * Clients that are at their limit, because this process has already leased the maximum number of deliveries for all
   * endpoints of the client together.
   */
  full_clients: readonly string[];
  /** The maximum number of deliveries to claim per endpoint, per failing endpoint, and in total. */
  per_endpoint: number;
  per_failing: number;
  total: number;
  lease_seconds: number;
};

const OF_ENDPOINT = `client_id = t.client_id and environment = t.environment and endpoint_id = t.endpoint_id`;

const nextTurn = (after: string) =>
  `select client_id, environment, endpoint_id from webhook_deliveries
   where state = 'waiting' and (client_id, environment, endpoint_id) > (${after})
   order by client_id, environment, endpoint_id limit 1`;

// The query jumps from endpoint to endpoint through the index and claims the oldest due deliveries of each endpoint. It
// starts after the endpoint at which the previous query stopped. The deliveries of a chain must be sent in sequence. So
// a delivery is claimed only together with the previous delivery of its chain, or after the outcome of the previous
// delivery was recorded.
const CLAIM = `
  with recursive later as (
    (${nextTurn('$1, $2, $3')})
    union all
    select n.* from later t cross join lateral (${nextTurn('t.client_id, t.environment, t.endpoint_id')}) as n
  ), earlier as (
    (${nextTurn("'', '', ''")})
    union all
    select n.* from earlier t cross join lateral (${nextTurn('t.client_id, t.environment, t.endpoint_id')}) as n
    where (t.client_id, t.environment, t.endpoint_id) < ($1, $2, $3)
  ), turns as (
    select * from later
    union all
    select * from earlier where (client_id, environment, endpoint_id) <= ($1, $2, $3)
  ), due as (
    select d.* from turns t
    join webhook_endpoints w on w.client_id = t.client_id and w.environment = t.environment and w.id = t.endpoint_id
    join environments v on v.client_id = t.client_id and v.environment = t.environment
    cross join lateral (
      select client_id, environment, id, endpoint_id, chain, sequence, ctid as place from webhook_deliveries
      where ${OF_ENDPOINT} and state = 'waiting'
        and fires_at <= $4::timestamptz + make_interval(secs => v.clock_offset_seconds)
        and (leased_until is null or leased_until < now())
      order by fires_at, sequence limit case when w.failing_since is null then $6::int else $9::int end
      for update skip locked
    ) as d
    where w.enabled and t.endpoint_id <> all($5) and t.client_id <> all($10) limit $7
  ), held_up as (
    select d.id, d.place, o.fires_at from due d cross join lateral (
      select min(o.fires_at) as fires_at from webhook_deliveries o
      where o.chain = d.chain and o.sequence < d.sequence and o.state = 'waiting' and ${sameAs('d', 'o', 'endpoint_id')}
        and not exists (select 1 from due other where other.id = o.id)
    ) as o
    where d.chain is not null and o.fires_at is not null
  ), put_off as (
    update webhook_deliveries w set fires_at = greatest(w.fires_at, h.fires_at),
      leased_until = now() + interval '50 milliseconds'
    from held_up h where w.ctid = h.place
  ), claimed as (
    update webhook_deliveries w set leased_until = now() + make_interval(secs => $8)
    where w.ctid = any(array(select place from due where id not in (select id from held_up)))
    returning w.client_id, w.environment, w.endpoint_id, w.id, w.event_id, w.event_type, w.chain, w.attempts, w.sequence
  )
  select c.*, (
    select payload from events e where e.client_id = c.client_id and e.environment = c.environment and e.id = c.event_id
  ) as payload
  from claimed c order by c.sequence`;

/** Claims due deliveries and returns them in sending order. Needs the system scope. */
export async function claimDeliveries(db: Db, claim: Claim): Promise<ClaimedDelivery[]> {
  const { after, now, full, full_clients, per_endpoint, per_failing, total, lease_seconds } = claim;
  const { rows } = await db.query<ClaimedDelivery>(CLAIM, [
    after.client_id,
    after.environment,
    after.endpoint_id,
    now,
    full,
    per_endpoint,
    total,
    lease_seconds,
    per_failing,
    full_clients,
  ]);
  return rows;
}

/**
 * Reads the endpoints of claimed deliveries. It is called for every claim, because an endpoint may have got a new URL,
 * and its key may no longer be active. Needs the system scope.
 */
export async function readSendingEndpoints(db: Db, endpoints: readonly EndpointKey[]): Promise<SendingEndpoint[]> {
  const { rows } = await db.query<SendingEndpoint>(
    `select w.client_id, w.environment, w.id as endpoint_id, w.webhook_url, w.secret_sealed, w.failing_since,
       v.clock_offset_seconds, d.master_key_id, d.wrapped_key, k.id as key_id, k.secret_sealed as key_sealed
     from unnest($1::text[], $2::text[], $3::text[]) as n (client_id, environment, id)
     join webhook_endpoints w on w.client_id = n.client_id and w.environment = n.environment and w.id = n.id
     join environments v on v.client_id = w.client_id and v.environment = w.environment
     join data_keys d on d.client_id = w.client_id and d.environment = w.environment and d.owner_id = w.client_id
     left join lateral (
       select id, secret_sealed from api_keys a
       where a.client_id = w.client_id and a.environment = w.environment and a.deactivated_at is null
       order by (a.id is not distinct from w.key_id) desc, created_at desc, id desc limit 1
     ) as k on true`,
    [
      endpoints.map(({ client_id }) => client_id),
      endpoints.map(({ environment }) => environment),
      endpoints.map(({ endpoint_id }) => endpoint_id),
    ],
  );
  return rows;
}

/** One attempt, and the delivery's state after the attempt. */
export type AttemptRow = ClaimedDelivery &
  AttemptOutcome & {
    attempt_id: string;
    webhook_url: string;
    status_code: number | null;
    error_message: string | null;
    /** The time at which the request was sent, on the owner's clock. */
    sent_at: Date;
    /** The timestamp and the signatures in the request's headers; null if nothing was sent. */
    sent_timestamp: number | null;
    webhook_signature: string | null;
    access_signature: string | null;
    duration_ms: number;
  };

// A statement for many deliveries looks up each delivery by its id. It uses no join, because the database may plan a
// join while the table is empty. Until the next ANALYZE, that plan would read all waiting deliveries once for each
// delivery. The state is compared with `is not distinct from`, so that the lookup cannot use the index of waiting
// deliveries.

// If another process recorded the outcome of a delivery after our lease had expired, this statement does not change the
// delivery.
const SETTLE = `
  with n as (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
      $9::int[], $10::text[], $11::int[], $12::text[], $13::timestamptz[], $14::int[], $15::timestamptz[],
      $16::bigint[], $17::text[], $18::text[])
      as n (client_id, environment, endpoint_id, id, event_id, event_type, attempt_id, webhook_url, attempt, state,
        status_code, error_message, sent_at, duration_ms, next_attempt_at, sent_timestamp, webhook_signature,
        access_signature)
  ), found as materialized (
    select n.*, place from n cross join lateral (
      select ctid as place from webhook_deliveries w
      where w.id = n.id and ${sameAs('n', 'w')} and w.state is not distinct from 'waiting' and w.attempts = n.attempt - 1
      limit 1 for update
    ) as w
  ), settled as (
    update webhook_deliveries w set state = f.state, attempts = f.attempt, due_at = coalesce(f.next_attempt_at, w.due_at),
      fires_at = coalesce(f.next_attempt_at, w.fires_at), leased_until = null
    from found f where w.ctid = f.place
    returning f.*
  ), logged as (
    insert into webhook_attempts (client_id, environment, id, endpoint_id, delivery_id, event_id, event_type,
      webhook_url, attempt, state, status_code, error_message, sent_at, duration_ms, next_attempt_at, sent_timestamp,
      webhook_signature, access_signature)
    select client_id, environment, attempt_id, endpoint_id, id, event_id, event_type, webhook_url, attempt, state,
      status_code, error_message, sent_at, duration_ms, next_attempt_at, sent_timestamp, webhook_signature,
      access_signature
    from settled
  )
  select id from settled`;

/** Records the outcomes of attempts. Returns the ids of the deliveries that were updated. Needs the system scope. */
export const settleDeliveries = (tx: Db, attempts: readonly AttemptRow[]): Promise<Set<string>> =>
  lookTwice(attempts, async (some) => {
    const column = <K extends keyof AttemptRow>(name: K) => some.map((attempt) => attempt[name]);
    const { rows } = await tx.query<{ id: string }>(SETTLE, [
      column('client_id'),
      column('environment'),
      column('endpoint_id'),
      column('id'),
      column('event_id'),
      column('event_type'),
      column('attempt_id'),
      column('webhook_url'),
      some.map(({ attempts: before }) => before + 1),
      column('state'),
      column('status_code'),
      column('error_message'),
      column('sent_at'),
      column('duration_ms'),
      column('next_attempt_at'),
      column('sent_timestamp'),
      column('webhook_signature'),
      column('access_signature'),
    ]);
    return rows;
  });

/**
 * Runs an update statement. While the statement waits for row locks, some rows may change, and the statement then skips
 * these rows. So the statement runs a second time for the skipped rows.
 */
async function lookTwice<Delivery extends { id: string }>(
  deliveries: readonly Delivery[],
  update: (some: readonly Delivery[]) => Promise<{ id: string }[]>,
): Promise<Set<string>> {
  const found = new Set((await update(deliveries)).map(({ id }) => id));
  const missed = deliveries.filter(({ id }) => !found.has(id));
  if (missed.length > 0) for (const { id } of await update(missed)) found.add(id);
  return found;
}

const lease = (lock: string) => `
  update webhook_deliveries set leased_until = now() + make_interval(secs => $4)
  where ctid = any(array(
    select place from unnest($1::text[], $2::text[], $3::text[]) as n (client_id, environment, id) cross join lateral (
      select ctid as place from webhook_deliveries w
      where w.id = n.id and ${sameAs('n', 'w')} and w.state is not distinct from 'waiting'
      limit 1 ${lock}
    ) as w
  )) returning id`;
const RELEASE = lease('for update');
// If a delivery is locked, its outcome is being recorded, so the delivery needs no lease. Waiting for its lock would
// delay all other renewals.
const RENEW = lease('for update skip locked');

/** Releases deliveries that this process claimed but did not send. */
export const releaseDeliveries = (db: Db, deliveries: readonly DeliveryKey[]): Promise<unknown> =>
  lookTwice(deliveries, (some) => leaseDeliveries(db, RELEASE, some, null));

/** Renews the leases that this process holds on deliveries. */
export const renewLeases = (db: Db, deliveries: readonly DeliveryKey[], seconds: number): Promise<unknown> =>
  leaseDeliveries(db, RENEW, deliveries, seconds);

type DeliveryKey = Pick<ClaimedDelivery, 'client_id' | 'environment' | 'id'>;

async function leaseDeliveries(
  db: Db,
  sql: string,
  deliveries: readonly DeliveryKey[],
  seconds: number | null,
): Promise<{ id: string }[]> {
  const { rows } = await db.query<{ id: string }>(sql, [
    deliveries.map(({ client_id }) => client_id),
    deliveries.map(({ environment }) => environment),
    deliveries.map(({ id }) => id),
    seconds,
  ]);
  return rows;
}

export type Backlog = { waiting: number; late_seconds_max: number };

/**
 * The maximum number of waiting deliveries that are counted. Counting more deliveries would take longer than a scrape
 * of the metrics should take.
 */
const COUNTED_MAX = 100_000;

/**
 * Counts the deliveries that wait for their next attempt, up to COUNTED_MAX. Also returns how long ago the oldest of
 * these deliveries became due.
 */
export async function countBacklog(db: Db, now: Date): Promise<Backlog> {
  const { rows } = await db.query<Backlog>(
    `select count(*) as waiting,
       coalesce(greatest(max(extract(epoch from
         $1::timestamptz + make_interval(secs => e.clock_offset_seconds) - w.fires_at)), 0), 0)::float8 as late_seconds_max
     from (select client_id, environment, fires_at from webhook_deliveries where state = 'waiting' limit $2) w
     join environments e on e.client_id = w.client_id and e.environment = w.environment`,
    [now, COUNTED_MAX],
  );
  return rows[0] ?? { waiting: 0, late_seconds_max: 0 };
}
