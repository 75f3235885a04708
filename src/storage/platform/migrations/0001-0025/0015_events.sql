-- Events: an event is written in the transaction of the change it announces, with the payload as it will be delivered.
-- Events are ordered by their transactions, and within one transaction by `position`.
create table events (
  client_id text not null,
  environment text not null,
  id text not null,
  event_type text not null,
  user_id text not null,
  link_id text,
  task_id text,
  order_id text,
  payload text not null,
  created_at timestamptz not null,
  transaction_id xid8 not null default pg_current_xact_id(),
  position bigint not null,
  primary key (client_id, environment, id)
);
create index events_in_order on events (client_id, environment, transaction_id, position);
