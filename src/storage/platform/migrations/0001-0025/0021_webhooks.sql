-- Clients' webhook endpoints.
create table webhook_endpoints (
  client_id text not null,
  environment text not null,
  id text not null,
  name text not null,
  webhook_url text not null,
  events text[] not null,
  enabled boolean not null,
  -- Set if we disabled the endpoint ourselves.
  disabled_reason text,
  -- The access key with which the endpoint was created; null if it was created in the dashboard.
  key_id text,
  -- The signing secret, sealed under the client's own key.
  secret_sealed bytea not null,
  -- The time, on the owner's clock, since which no delivery has succeeded; null while deliveries succeed.
  failing_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint webhook_endpoints_url unique (client_id, environment, webhook_url)
);
create index webhook_endpoints_newest on webhook_endpoints (client_id, environment, created_at desc, id desc);
alter table webhook_endpoints add primary key (client_id, environment, id);

-- Deliveries. A delivery sends one event to one endpoint. A replay of the event is a separate delivery.
create table webhook_deliveries (
  client_id text not null,
  environment text not null,
  id text not null,
  endpoint_id text not null,
  event_id text not null,
  event_type text not null,
  -- The event's sequence in the log.
  sequence bigint not null,
  -- Deliveries with the same chain (a task's status changes, an order's events) must arrive in their sequence. Without
  -- a chain (null), deliveries may arrive in any sequence.
  chain text,
  state text not null,
  attempts integer not null,
  -- The time of the next attempt: `due_at` is the time on the owner's clock, and `fires_at` is the same moment in real
  -- time.
  due_at timestamptz not null,
  fires_at timestamptz not null,
  -- The time, by the database's clock, until which a process has leased the delivery.
  leased_until timestamptz,
  created_at timestamptz not null
-- Every row is written three times within seconds. Each page has free space (the fill factor), so that the new version
-- of a row fits into the same page.
) with (fillfactor = 60);
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, sequence);
create index webhook_deliveries_chained on webhook_deliveries (chain, sequence)
  where state = 'waiting' and chain is not null;
create index webhook_deliveries_due on webhook_deliveries (client_id, environment, endpoint_id, fires_at, sequence)
  where state = 'waiting';
alter table webhook_deliveries add primary key (id, client_id, environment);

-- The delivery log: every attempt, and the delivery's state after the attempt.
create sequence webhook_attempt_positions;
create table webhook_attempts (
  client_id text not null,
  environment text not null,
  id text not null,
  endpoint_id text not null,
  delivery_id text not null,
  event_id text not null,
  event_type text not null,
  webhook_url text not null,
  attempt integer not null,
  state text not null,
  status_code integer,
  error_message text,
  -- When the request was sent, in the owner's time.
  sent_at timestamptz not null,
  duration_ms integer not null,
  next_attempt_at timestamptz,
  position bigint not null default nextval('webhook_attempt_positions')
);
create index webhook_attempts_of_endpoint on webhook_attempts (client_id, environment, endpoint_id, position);
create index webhook_attempts_newest on webhook_attempts (client_id, environment, position);
alter table webhook_attempts add primary key (client_id, environment, id);
