-- Income reports that cover one link. The newest report is looked up by link, so these reports have their own table,
-- separate from reports about a user.
create table link_income_reports (
  client_id text not null,
  environment text not null,
  id text not null,
  user_id text not null,
  link_id text not null,
  status text not null,
  days_requested integer not null,
  sealed bytea not null,
  created_at timestamptz not null,
  completed_at timestamptz,
  primary key (client_id, environment, id)
);
create index link_income_reports_newest
  on link_income_reports (client_id, environment, link_id, created_at desc, id desc);
