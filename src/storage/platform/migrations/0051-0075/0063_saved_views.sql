-- Filters that a dashboard user saved under a name, for one page of the console.
create table console_views (
  client_id text not null,
  environment text not null,
  dashboard_user_id text not null,
  id text not null,
  page text not null,
  name text not null,
  filters jsonb not null,
  created_at timestamptz not null,
  primary key (client_id, environment, dashboard_user_id, id)
);
