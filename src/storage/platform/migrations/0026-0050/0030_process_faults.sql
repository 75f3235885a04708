-- Faults that nothing caught. A process ends after one, so its own memory is no place to count them.
create table process_faults (
  -- unhandledRejection or uncaughtException.
  kind text primary key,
  count bigint not null,
  last_at timestamptz not null
);
