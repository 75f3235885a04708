-- People who work with the service in the dashboard. They belong to a client, not to an environment.
create table dashboard_users (
  client_id text not null references clients (id),
  id text not null,
  email text not null,
  password_hash text not null,
  created_at timestamptz not null,
  primary key (client_id, id)
);
create unique index dashboard_users_email on dashboard_users (email);
