-- The event log is read by sequence and filtered by age. With both columns in the index, the database reads a page from
-- the index alone, already sorted. Without them, the planner sorts a client's whole log, because it expects only an
-- average number of rows per client.
drop index events_in_order;
create unique index events_in_order on events (client_id, environment, sequence) include (created_at)
  where sequence is not null;
drop index events_by_type;
create index events_by_type on events (client_id, environment, event_type, sequence) include (created_at)
  where sequence is not null;
