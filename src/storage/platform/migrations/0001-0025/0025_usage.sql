-- What clients used: one record per task that reached its end in prod. Ids and figures only, nothing that tells of a
-- person, because these rows stay when the person is erased.
create table usage_records (
  client_id text not null,
  environment text not null,
  task_id text not null,
  link_id text not null,
  order_id text,
  order_group_id text,
  product_type text not null,
  use_case text,
  -- As the list said when it was used; a new price is for what comes after it.
  unit_price numeric(12, 2) not null,
  created_at timestamptz not null,
  primary key (client_id, environment, task_id)
);
create index usage_records_of_group on usage_records (client_id, environment, order_group_id)
  where order_group_id is not null;

-- One invoice per order group. Its row is what everybody locks who changes what it sums: a new order, the end of one,
-- a new usage record, and whoever makes it.
create table invoices (
  client_id text not null,
  environment text not null,
  id text not null,
  order_group_id text not null,
  status text not null check (status in ('pending', 'success', 'error')),
  -- How often making it was begun since it last became pending.
  attempts integer not null,
  -- What it bills, from when it is made until there is more to bill. The file is drawn from this.
  lines jsonb,
  failed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (client_id, environment, id),
  -- Read at every end of an order and of its tasks, so it is the younger one (0019).
  constraint invoices_group unique (client_id, environment, order_group_id)
);
-- Whoever opens the signed address of a file brings only this.
create index invoices_by_id on invoices (id);

-- What a successful task costs, by product: the operator's list, the same for every client and nobody's own data, so
-- without row-level security. What is not on it costs nothing.
create table prices (
  product_type text primary key,
  unit_price numeric(12, 2) not null
);
