-- Counts of uncaught exceptions and unhandled rejections. A process ends after either of them, so it cannot count them
-- in memory.
create table process_faults (
  -- `unhandledRejection` or `uncaughtException`.
  kind text primary key,
  count bigint not null,
  last_at timestamptz not null
);
