-- What housekeeping removed because it was past its retention time: per client, environment and table, the last time and
-- the number of rows so far. The console shows it, so that an owner can see that retention really happens.
create table removals (
  client_id text not null,
  environment text not null,
  table_name text not null,
  removed_at timestamptz not null,
  rows_removed bigint not null,
  primary key (client_id, environment, table_name)
);
