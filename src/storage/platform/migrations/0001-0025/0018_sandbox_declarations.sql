-- Data that a client declared for a person in the client's sandbox. The declared data replaces the sample data.
create table sandbox_declarations (
  client_id text not null,
  environment text not null,
  user_id text not null,
  kind text not null,
  sealed bytea not null,
  updated_at timestamptz not null,
  primary key (client_id, environment, user_id, kind)
);
alter table sandbox_declarations alter column sealed set storage external;
