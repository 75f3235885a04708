-- Notices that live providers send to us. A notice names logins at the provider, so the link of a login must be found
-- without knowing its client. Only a keyed hash of the login is stored here.
create table link_logins (
  client_id text not null,
  environment text not null,
  link_id text not null,
  login_hash bytea not null,
  primary key (client_id, environment, link_id)
);
create index link_logins_by_hash on link_logins (login_hash);

-- The notices of the last days, by which a repeated notice is recognized. A notice may concern several clients, so its
-- row belongs to none of them.
create table provider_notices (
  provider_id text not null,
  notice_hash bytea not null,
  received_at timestamptz not null,
  primary key (provider_id, notice_hash)
);
create index provider_notices_by_age on provider_notices (received_at);

-- Only the service itself receives notices. A client's connection sees no row.
alter table provider_notices enable row level security;
alter table provider_notices force row level security;
create policy service on provider_notices using ((select current_setting('vouch.client_id', true)) = '*');
