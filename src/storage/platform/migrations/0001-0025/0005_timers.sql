-- Timers: work for later. `due_at` is in the owner's time. `fires_at` is the same moment in real time, so that one
-- index serves all owners. Moving a sandbox clock changes `fires_at` of the sandbox's timers.
create table timers (
  client_id text not null,
  environment text not null,
  id text not null,
  kind text not null,
  subject_id text not null,
  payload jsonb not null default '{}',
  due_at timestamptz not null,
  fires_at timestamptz not null,
  attempts integer not null default 0,
  last_error text,
  -- Set after too many failed attempts; the row is kept for the operator.
  dead_at timestamptz,
  primary key (client_id, environment, id),
  -- For each kind and subject there is at most one pending timer. If a timer is set again, it is moved.
  constraint timers_subject unique (client_id, environment, kind, subject_id)
);
create index timers_due on timers (fires_at) where dead_at is null;
create index timers_of_owner on timers (client_id, environment, due_at, id) where dead_at is null;
