-- What a client declared for a person of its sandbox in place of the sample data.
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

alter table sandbox_declarations enable row level security;
alter table sandbox_declarations force row level security;
create policy tenant on sandbox_declarations using (
  (client_id = (select current_setting('vouch.client_id', true))
    and environment = (select current_setting('vouch.environment', true)))
  or (select current_setting('vouch.client_id', true)) = '*'
);
