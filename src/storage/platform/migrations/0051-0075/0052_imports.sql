-- Files of banks, payroll programs and tax programs that were imported for a person. `content_sealed` is what was read from the
-- file, sealed with the person's key; the file itself is not kept. The same bytes are imported once per person.
create table imports (
  client_id text not null,
  environment text not null,
  id text not null,
  user_id text not null,
  link_id text not null,
  task_id text not null,
  content_hash bytea not null,
  format text not null,
  accounts_count integer not null,
  transactions_count integer not null,
  new_transactions_count integer not null,
  statements_count integer not null,
  tax_documents_count integer not null,
  is_new boolean not null,
  sealed bytea not null,
  content_sealed bytea not null,
  created_at timestamptz not null,
  position bigint generated always as identity,
  primary key (client_id, environment, id)
);
create unique index imports_by_content on imports (client_id, environment, user_id, content_hash);
create index imports_of_user on imports (client_id, environment, user_id, position);
create index imports_of_link on imports (client_id, environment, link_id);
create index imports_of_task on imports (client_id, environment, task_id);
