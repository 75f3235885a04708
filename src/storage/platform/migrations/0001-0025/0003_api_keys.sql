-- Access keys. The secret is looked up by a keyed hash. It is also stored sealed, because webhook bodies are signed
-- with the secret.
create table api_keys (
  client_id text not null,
  environment text not null,
  id text not null,
  secret_hash bytea not null,
  secret_sealed bytea not null,
  secret_last4 text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  deactivated_at timestamptz,
  primary key (client_id, environment, id)
);
create index api_keys_by_secret on api_keys (secret_hash);
create index api_keys_active on api_keys (client_id, environment) where deactivated_at is null;
