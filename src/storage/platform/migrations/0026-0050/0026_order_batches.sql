-- Order batches, and their orders in chunks. A chunk is processed in one transaction, so it contains either the
-- requested orders or their results. Both are sealed under the client's key, because orders contain personal data and
-- error messages may quote it.
create table order_batches (
  client_id text not null,
  environment text not null,
  id text not null,
  status text not null,
  order_count integer not null,
  created_count integer not null,
  failed_count integer not null,
  -- How many times the processing of the next chunk has been started.
  tries integer not null,
  errors jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (client_id, environment, id)
);
create index order_batches_pending on order_batches (client_id, environment, created_at, id) where status = 'pending';

create table order_batch_chunks (
  client_id text not null,
  environment text not null,
  batch_id text not null,
  -- The position of the chunk's first order in the batch.
  first_index integer not null,
  orders_sealed bytea,
  results_sealed bytea,
  primary key (client_id, environment, batch_id, first_index)
);
