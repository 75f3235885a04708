-- Dashboard users get a name, and a role for each client and environment in which they may work.
alter table dashboard_users add column name text not null default '';
-- Signing in finds the user whatever the case of the letters in the e-mail address is.
create index dashboard_users_folded_email on dashboard_users (lower(email));

create table dashboard_members (
  client_id text not null references clients (id),
  environment text not null,
  dashboard_user_id text not null,
  -- The client that the user belongs to. A user may also be a member of other clients.
  home_client_id text not null,
  role text not null,
  created_at timestamptz not null,
  primary key (client_id, environment, dashboard_user_id),
  foreign key (home_client_id, dashboard_user_id) references dashboard_users (client_id, id)
);
create index dashboard_members_of_user on dashboard_members (home_client_id, dashboard_user_id);

-- Before there were roles, every dashboard user could do everything. Without a scope, row-level security would hide the
-- users from this statement.
set local vouch.client_id = '*';
insert into dashboard_members (client_id, environment, dashboard_user_id, home_client_id, role, created_at)
  select u.client_id, e.environment, u.id, u.client_id, 'owner', u.created_at
  from dashboard_users u join environments e on e.client_id = u.client_id;

-- Invitations to become a member. The link contains a random token, of which only a hash is stored.
create table dashboard_invitations (
  client_id text not null references clients (id),
  environment text not null,
  id text not null,
  token_hash bytea not null,
  email text not null,
  role text not null,
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (client_id, environment, id)
);
create unique index dashboard_invitations_token on dashboard_invitations (token_hash);
create index dashboard_invitations_expiry on dashboard_invitations (expires_at);
