-- The event log. An event's row is written in the same transaction as the change that the event announces. After the
-- commit the event is added to the log and gets the next `sequence`, so that no later event can appear before it in the
-- log. `position` is the order in which events were written across all processes. If one transaction waited for
-- another, its events come after the events of the other transaction.
select set_config('vouch.client_id', '*', true);
create sequence event_positions;
drop index events_in_order;
alter table events add column sequence bigint;
update events e set sequence = n.sequence from (
  select client_id, environment, id,
    row_number() over (partition by client_id, environment order by transaction_id, position) as sequence
  from events
) as n where (e.client_id, e.environment, e.id) = (n.client_id, n.environment, n.id);
alter table events drop column transaction_id;
alter table events alter column position set default nextval('event_positions');
create index events_unfiled on events (position) where sequence is null;
create index events_by_age on events (client_id, environment, created_at);
create unique index events_in_order on events (client_id, environment, sequence) where sequence is not null;
alter table events drop constraint events_pkey;
alter table events add primary key (client_id, environment, id);

-- The last sequence number assigned in each log. This number is kept when events are deleted, so that no sequence
-- number is assigned twice.
create table event_log (
  client_id text not null,
  environment text not null,
  last_sequence bigint not null,
  primary key (client_id, environment)
);
insert into event_log (client_id, environment, last_sequence)
  select client_id, environment, max(sequence) from events group by client_id, environment;
