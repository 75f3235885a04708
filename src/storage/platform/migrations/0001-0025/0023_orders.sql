-- Orders. Personal data (names, SSN, loan, notes, the landing page's keys) is one record sealed under the person's key.
-- Hashes allow lookups by SSN and by landing page. The status is not stored, because it follows from the suborders
-- (domain/orders/order-status.ts).
create table orders (
  client_id text not null,
  environment text not null,
  id text not null,
  user_id text not null,
  order_group_id text not null,
  products text[] not null,
  order_number text,
  external_user_id text,
  template_id text,
  source text not null,
  client_name text not null,
  refresh_approved boolean not null,
  suppress_user_notifications boolean not null,
  first_notification_delay_hours integer not null,
  sealed bytea not null,
  ssn_hash bytea,
  ssn_last4_hash bytea,
  share_key_hash bytea not null,
  short_key_hash bytea not null,
  -- The newest bridge token, sealed separately because it is renewed separately.
  token_sealed bytea not null,
  token_expires_at timestamptz not null,
  initial_order text,
  refresh_order text,
  voie_report_id text,
  voa_report_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null,
  completed_at timestamptz,
  canceled_at timestamptz,
  -- When the last suborder ended.
  finalized_at timestamptz,
  consented_at timestamptz,
  invited_at timestamptz,
  unsubscribed_at timestamptz,
  certified_at timestamptz,
  -- The person's last activity in the widget.
  seen_at timestamptz,
  -- Orders with the same order number are sorted by `inserted_at`, because the other times of an order are in whole
  -- seconds.
  inserted_at timestamptz not null default clock_timestamp()
);
create index orders_newest on orders (client_id, environment, created_at desc, id desc);
create index orders_of_user on orders (client_id, environment, user_id, created_at desc, id desc);
create index orders_by_number on orders (client_id, environment, order_number, inserted_at desc)
  where order_number is not null;
create index orders_by_external_user on orders (client_id, environment, external_user_id, created_at desc, id desc)
  where external_user_id is not null;
create index orders_of_group on orders (client_id, environment, order_group_id);
create index orders_by_ssn on orders (client_id, environment, ssn_hash, created_at desc, id desc)
  where ssn_hash is not null;
create index orders_by_ssn_last4 on orders (client_id, environment, ssn_last4_hash, created_at desc, id desc)
  where ssn_last4_hash is not null;
-- The URL of the landing page contains a key and no client id. So the order is found by the hash of the key alone.
create unique index orders_by_share_key on orders (share_key_hash);
create unique index orders_by_short_key on orders (short_key_hash);
-- The primary key is created after the other indexes, so that the query planner uses the primary key even before the
-- table is analyzed (see 0019).
alter table orders add primary key (client_id, environment, id);

-- Suborders. Each suborder is for one employer, bank or insurer. The employer's details are sealed, and so is the bank
-- account to which deposits will go.
create table suborders (
  client_id text not null,
  environment text not null,
  id text not null,
  order_id text not null,
  user_id text not null,
  kind text not null,
  position integer not null,
  product_type text not null,
  status text not null,
  suborder_number text,
  company_mapping_id text,
  provider_id text,
  data_sources text[] not null,
  link_id text,
  data_source text,
  sealed bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index suborders_of_order on suborders (client_id, environment, order_id, position);
alter table suborders add primary key (client_id, environment, id);

-- An order's timeline. `data` contains ids and statuses; a message's text is stored with the message.
create table order_timeline (
  client_id text not null,
  environment text not null,
  order_id text not null,
  position bigint generated always as identity,
  id text not null,
  event_type text not null,
  data jsonb not null,
  created_at timestamptz not null,
  primary key (client_id, environment, order_id, position)
);

-- Certifications: the person's decision on each employment and account. The data shown to the person, and the person's
-- comment, are sealed.
create table certifications (
  client_id text not null,
  environment text not null,
  order_id text not null,
  subject_id text not null,
  user_id text not null,
  kind text not null,
  decision text not null,
  rejection_reason text,
  sealed bytea not null,
  created_at timestamptz not null,
  inserted_at timestamptz not null default clock_timestamp(),
  primary key (client_id, environment, order_id, subject_id)
);

-- A bridge token may belong to an order. The widget then collects the data that this order requests.
alter table bridge_tokens add column order_id text;
