-- The sandbox bank's authorisation server. It simulates another company, so its rows belong to none of our clients.
-- Like any careful bank it stores only hashes of codes and tokens.
create table sandbox_bank_grants (
  id text primary key,
  -- The code can be used only once, only by this OAuth client, with this redirect URI, and by the holder of the code
  -- verifier.
  oauth_client_id text not null,
  redirect_uri text not null,
  code_hash bytea not null,
  code_challenge text not null,
  code_expires_at timestamptz not null,
  -- Set when the code is exchanged. From then on the grant is valid until it is revoked.
  refresh_token_hash bytea,
  username text not null,
  way text not null,
  created_at timestamptz not null
);
create unique index sandbox_bank_grants_by_code on sandbox_bank_grants (code_hash);
create unique index sandbox_bank_grants_by_refresh_token on sandbox_bank_grants (refresh_token_hash)
  where refresh_token_hash is not null;
create index sandbox_bank_grants_unused on sandbox_bank_grants (code_expires_at) where refresh_token_hash is null;

-- Access tokens of a grant. Several may be valid at once, because two refreshes of one link must not invalidate each
-- other's token.
create table sandbox_bank_access_tokens (
  token_hash bytea primary key,
  grant_id text not null references sandbox_bank_grants (id) on delete cascade,
  expires_at timestamptz not null
);
create index sandbox_bank_access_tokens_of_grant on sandbox_bank_access_tokens (grant_id);
create index sandbox_bank_access_tokens_by_age on sandbox_bank_access_tokens (expires_at);

-- Only the service itself acts as the bank. A client's connection sees no rows of the tables below.
alter table sandbox_bank_grants enable row level security;
alter table sandbox_bank_grants force row level security;
create policy bank on sandbox_bank_grants using ((select current_setting('vouch.client_id', true)) = '*');
alter table sandbox_bank_access_tokens enable row level security;
alter table sandbox_bank_access_tokens force row level security;
create policy bank on sandbox_bank_access_tokens using ((select current_setting('vouch.client_id', true)) = '*');
