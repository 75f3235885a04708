-- Clients' usage: one row per task that was completed in prod. The rows are kept when the person is erased, so they
-- contain only ids and amounts and no personal data.
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

-- One invoice per order group. The invoice's row is locked by all code that changes the invoice's amount: a new order,
-- the end of an order, or a new usage record. The job that makes the invoice also locks the row.
create table invoices (
  client_id text not null,
  environment text not null,
  id text not null,
  order_group_id text not null,
  status text not null check (status in ('pending', 'success', 'error')),
  -- Number of attempts since the invoice last became pending.
  attempts integer not null,
  -- The lines of the invoice. They are set when the invoice is made, and cleared when there is more to bill. The
  -- invoice file shows these lines.
  lines jsonb,
  failed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (client_id, environment, id),
  -- This index is read whenever an order or one of its tasks ends. It is created after the index of the primary key,
  -- because in a table that has no statistics yet the planner picks the newest index that begins with the client (see
  -- 0019).
  constraint invoices_group unique (client_id, environment, order_group_id)
);
-- An invoice file's signed URL contains only the invoice id, so the lookup uses only the id.
create index invoices_by_id on invoices (id);

-- The operator's price list: the price of a successful task, by product. It is the same for every client and belongs to
-- no client, so it has no row-level security. A product that is not listed costs nothing.
create table prices (
  product_type text primary key,
  unit_price numeric(12, 2) not null
);
