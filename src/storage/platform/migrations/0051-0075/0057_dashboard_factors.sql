-- Second factors of dashboard users: one-time codes of an authenticator app, recovery codes and passkeys.
create table dashboard_totp (
  client_id text not null,
  dashboard_user_id text not null,
  secret_sealed bytea not null,
  created_at timestamptz not null,
  -- Null until the user has entered a first code.
  confirmed_at timestamptz,
  -- The time step of the last accepted code. A code is accepted only if its step is later.
  last_step bigint not null default 0,
  primary key (client_id, dashboard_user_id),
  foreign key (client_id, dashboard_user_id) references dashboard_users (client_id, id)
);

-- A recovery code is deleted when it is used.
create table dashboard_recovery_codes (
  client_id text not null,
  dashboard_user_id text not null,
  code_hash bytea not null,
  primary key (client_id, dashboard_user_id, code_hash),
  foreign key (client_id, dashboard_user_id) references dashboard_users (client_id, id)
);

create table dashboard_passkeys (
  client_id text not null,
  id text not null,
  dashboard_user_id text not null,
  credential_id text not null,
  public_key bytea not null,
  -- The authenticator's count of its own uses. A count that does not grow is a sign of a copied key.
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, dashboard_user_id) references dashboard_users (client_id, id)
);
create unique index dashboard_passkeys_credential on dashboard_passkeys (credential_id);
create index dashboard_passkeys_of_user on dashboard_passkeys (client_id, dashboard_user_id);
