-- The event log is read by its place and by its age. With both in the index a page is found in the index alone, in its
-- order; without, the planner sorts the whole log of a client whose share of the table it takes for the average.
drop index events_in_order;
create unique index events_in_order on events (client_id, environment, sequence) include (created_at)
  where sequence is not null;
drop index events_by_type;
create index events_by_type on events (client_id, environment, event_type, sequence) include (created_at)
  where sequence is not null;
