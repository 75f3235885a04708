-- Reports about a user: each is a snapshot, sealed under the person's key and never changed.
create table user_reports (
  client_id text not null,
  environment text not null,
  id text not null,
  user_id text not null,
  kind text not null,
  is_voe boolean not null,
  sealed bytea not null,
  created_at timestamptz not null,
  primary key (client_id, environment, id)
);
create index user_reports_newest on user_reports (client_id, environment, user_id, kind, created_at desc, id desc);

-- Payroll reports of the `admin` product. A report is requested first and then read from the provider.
create table payroll_reports (
  client_id text not null,
  environment text not null,
  id text not null,
  user_id text not null,
  link_id text not null,
  status text not null,
  start_date date not null,
  end_date date not null,
  sealed bytea,
  created_at timestamptz not null,
  completed_at timestamptz,
  primary key (client_id, environment, id)
);
create index payroll_reports_of_link on payroll_reports (client_id, environment, link_id);
