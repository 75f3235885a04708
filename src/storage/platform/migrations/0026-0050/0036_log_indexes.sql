-- Indexes for each filter of the event log and the delivery log. Each index contains the filter's value first and then
-- the columns that order the log. Without these indexes, a request for the events of one order reads the events of all
-- orders.
create index events_by_type on events (client_id, environment, event_type, sequence) where sequence is not null;
create index events_of_user on events (client_id, environment, user_id, sequence) where sequence is not null;
create index events_of_order on events (client_id, environment, order_id, sequence)
  where sequence is not null and order_id is not null;
create index events_of_link on events (client_id, environment, link_id, sequence)
  where sequence is not null and link_id is not null;
alter table events drop constraint events_pkey;
alter table events add primary key (client_id, environment, id);

-- The delivery log's indexes are ordered by `sent_at`, so that a time range is one contiguous part of each index.
drop index webhook_attempts_newest;
drop index webhook_attempts_of_endpoint;
create index webhook_attempts_newest on webhook_attempts (client_id, environment, sent_at, position);
create index webhook_attempts_of_endpoint on webhook_attempts (client_id, environment, endpoint_id, sent_at, position);
create index webhook_attempts_by_type on webhook_attempts (client_id, environment, event_type, sent_at, position);
create index webhook_attempts_by_status on webhook_attempts (client_id, environment, status_code, sent_at, position)
  where status_code is not null;
alter table webhook_attempts drop constraint webhook_attempts_pkey;
alter table webhook_attempts add primary key (client_id, environment, id);
