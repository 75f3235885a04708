-- Bridge tokens: a token allows the widget to act for one person, for six hours. The token itself and the deposit
-- account are sealed. The token is looked up by its hash.
create table bridge_tokens (
  client_id text not null,
  environment text not null,
  id text not null,
  token_hash bytea not null,
  user_id text not null,
  product_type text not null,
  allowed_products text[] not null,
  tracking_info text,
  client_name text not null,
  company_mapping_id text,
  provider_id text,
  link_id text,
  template_id text,
  data_sources text[] not null,
  use_case text,
  request_extended_history boolean not null,
  locale text not null,
  sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (client_id, environment, id),
  constraint bridge_tokens_token unique (client_id, environment, token_hash)
);
-- The widget sends only the token, so the row is found by the token's hash alone.
create index bridge_tokens_by_token on bridge_tokens (token_hash);
create index bridge_tokens_of_user on bridge_tokens (client_id, environment, user_id);
create index bridge_tokens_by_age on bridge_tokens (expires_at);

-- Public tokens: a token is exchanged once for a link's access token, within half an hour. Used and expired tokens are
-- kept for a month, so that requests with them get the right error.
create table public_tokens (
  client_id text not null,
  environment text not null,
  token_hash bytea not null,
  link_id text not null,
  task_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (client_id, environment, token_hash)
);
create index public_tokens_by_age on public_tokens (expires_at);
