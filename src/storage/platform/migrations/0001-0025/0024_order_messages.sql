-- What was written to the person of an order, and to those who wait for it. The whole message, with its address, is
-- sealed under the person's key: it goes when they go.
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
  -- When the server took it; null for what never left.
  sent_at timestamptz
);
create index order_messages_of_user on order_messages (client_id, environment, user_id);
alter table order_messages add primary key (client_id, environment, id);
