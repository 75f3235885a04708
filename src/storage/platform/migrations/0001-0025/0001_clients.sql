-- Clients of the service. A client has two environments, each with its own clock offset, features and limits. Every
-- tenant table has row-level security: without a scope a query sees no row, and the scope '*', used by the service
-- itself, sees every row (storage/platform/db.ts).
create table clients (
  id text primary key,
  name text not null,
  created_at timestamptz not null
);

create table environments (
  client_id text not null references clients (id),
  environment text not null,
  -- The client's sandbox runs this far ahead of real time; always 0 in prod.
  clock_offset_seconds bigint not null default 0,
  -- Real time of the offset's last change. Work that began before the change may still use the old offset.
  clock_moved_at timestamptz,
  features jsonb not null default '{}',
  limits jsonb not null default '{}',
  primary key (client_id, environment)
);
