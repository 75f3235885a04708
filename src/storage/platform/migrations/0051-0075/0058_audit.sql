-- The audit log of the console. The entries of a client are a chain of hashes. The row of the chain is locked while an
-- entry is appended, so clients do not wait for each other.
create table audit_chains (
  client_id text primary key,
  -- The number and the hash of the last entry.
  last_number bigint not null default 0,
  last_hash text not null,
  last_at timestamptz not null,
  -- The number of entries in each environment.
  sandbox_count bigint not null default 0,
  prod_count bigint not null default 0,
  -- Retention removes the oldest entries. The number and the hash of the last removed one stay.
  removed_number bigint not null default 0,
  removed_hash text not null
);

create table audit_entries (
  client_id text not null,
  environment text not null,
  number bigint not null,
  -- The position among the entries of the environment. It has no gaps, so a page of the list is found without counting.
  place bigint not null,
  at timestamptz not null,
  dashboard_user_id text not null,
  email text not null,
  ip text not null,
  action text not null,
  object text not null,
  purpose text,
  before json,
  after json,
  hash text not null,
  primary key (client_id, number)
);
create unique index audit_entries_by_place on audit_entries (client_id, environment, place);
create index audit_entries_by_time on audit_entries (client_id, environment, at, place);
create index audit_entries_by_user on audit_entries (client_id, environment, dashboard_user_id, place);
create index audit_entries_by_email on audit_entries (client_id, environment, email, place);
create index audit_entries_by_action on audit_entries (client_id, environment, action, place);
create index audit_entries_by_object on audit_entries (client_id, environment, object, place);
-- Retention finds the oldest entries of all clients.
create index audit_entries_by_age on audit_entries (at);

-- The service itself cannot change an entry, and cannot delete one unless the chain names it as removed. Row-level
-- security does not apply to `truncate`.
create policy never_changed on audit_entries as restrictive for update using (false);
create policy removed_prefix on audit_entries as restrictive for delete using (
  number <= (select c.removed_number from audit_chains c where c.client_id = audit_entries.client_id));
revoke update, truncate on audit_entries from current_user;
