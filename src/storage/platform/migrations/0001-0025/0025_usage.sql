-- Usage of clients: one record per task that was completed in prod. Ids and figures only, no personal data, because
-- these rows stay when the person is erased.
create table usage_records (
  client_id text not null,
  environment text not null,
  task_id text not null,
  link_id text not null,
  order_id text,
  order_group_id text,
  product_type text not null,
  use_case text,
  -- The list price at the time of use; a price change applies only to later usage.
  unit_price numeric(12, 2) not null,
  created_at timestamptz not null,
  primary key (client_id, environment, task_id)
);
create index usage_records_of_group on usage_records (client_id, environment, order_group_id)
  where order_group_id is not null;

-- One invoice per order group. Its row is locked by everything that changes what it sums: a new order, the end of one,
-- a new usage record, and by the job that makes it.
create table invoices (
  client_id text not null,
  environment text not null,
  id text not null,
  order_group_id text not null,
  status text not null check (status in ('pending', 'success', 'error')),
  -- Number of attempts since it last became pending.
  attempts integer not null,
  -- The billed lines, from when it is made until there is more to bill. The file is drawn from this.
  lines jsonb,
  failed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (client_id, environment, id),
  -- Read at every end of an order and of its tasks, so it is created last (0019).
  constraint invoices_group unique (client_id, environment, order_group_id)
);
-- The signed URL of a file contains only this.
create index invoices_by_id on invoices (id);

-- The price of a successful task, by product: the operator's list, the same for every client and owned by none, so
-- without row-level security. A product that is not listed costs nothing.
create table prices (
  product_type text primary key,
  unit_price numeric(12, 2) not null
);
