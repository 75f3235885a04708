-- Uncaught faults. A process ends after one, so they cannot be counted in its memory.
create table process_faults (
  -- unhandledRejection or uncaughtException.
  kind text primary key,
  count bigint not null,
  last_at timestamptz not null
);
