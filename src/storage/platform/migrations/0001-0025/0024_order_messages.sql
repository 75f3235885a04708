-- Messages about an order, to its person and to other people who wait for its result. The whole message, including its
-- address, is sealed under the person's key, so erasing the person makes it unreadable.
create table order_messages (
  client_id text not null,
  environment text not null,
  id text not null,
  order_id text not null,
  user_id text not null,
  kind text not null,
  channel text not null,
  sealed bytea not null,
  created_at timestamptz not null,
  -- When the outgoing server accepted the message; null if it was never sent.
  sent_at timestamptz
);
create index order_messages_of_user on order_messages (client_id, environment, user_id);
alter table order_messages add primary key (client_id, environment, id);
