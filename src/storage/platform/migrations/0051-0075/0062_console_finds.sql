-- What the console finds and counts, each in a bounded number of rows.

-- A person is found by e-mail address, full name or last name. Only keyed hashes of them are stored, as for the SSN. A
-- person who was stored before has no hashes until `has_name_hashes` is set.
alter table users
  add column email_hash bytea,
  add column name_hash bytea,
  add column last_name_hash bytea,
  add column has_name_hashes boolean not null default false;
create index users_by_email on users (client_id, environment, email_hash) where email_hash is not null;
create index users_by_name on users (client_id, environment, name_hash) where name_hash is not null;
create index users_by_last_name on users (client_id, environment, last_name_hash) where last_name_hash is not null;
create index users_without_hashes on users (client_id, environment, id) where not has_name_hashes;

-- Links whose person must connect again.
create index links_disconnected on links (client_id, environment, updated_at, id) where not is_connected;

-- The attempts to deliver one event, and what each of them sent: the time and the two signatures in its headers.
create index webhook_attempts_of_event on webhook_attempts (event_id);
alter table webhook_attempts
  add column sent_timestamp bigint,
  add column webhook_signature text,
  add column access_signature text;

-- Usage of a month, and invoices from the newest to the oldest.
create index usage_records_by_time on usage_records (client_id, environment, created_at) include (product_type, unit_price);
create index invoices_newest on invoices (client_id, environment, created_at, id);

-- Counts per hour for charts. The counts of a past hour do not change any more, so they are counted once and kept for the
-- next readers.
create table console_hours (
  client_id text not null,
  environment text not null,
  chart text not null,
  hour timestamptz not null,
  counts jsonb not null,
  primary key (client_id, environment, chart, hour)
);
