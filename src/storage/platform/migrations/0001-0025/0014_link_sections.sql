-- A link's data: one sealed list per kind of object. A list is written as a whole after a task has read it.
create table link_sections (
  client_id text not null,
  environment text not null,
  link_id text not null,
  section text not null,
  sealed bytea not null,
  updated_at timestamptz not null,
  primary key (client_id, environment, link_id, section)
);
-- The bytes are encrypted, so compressing them would not make them smaller.
alter table link_sections alter column sealed set storage external;
