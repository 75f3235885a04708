-- Sessions of dashboard users in the console. The cookie holds a random secret, of which only a hash is stored.
create table dashboard_sessions (
  client_id text not null,
  id text not null,
  dashboard_user_id text not null,
  secret_hash bytea not null,
  -- After a change of role, the next request replaces the secret. Requests that were already on their way carry the
  -- previous secret, so it stays valid for a few seconds.
  must_rotate boolean not null default false,
  previous_hash bytea,
  previous_until timestamptz,
  -- What the session still needs: second_factor, enroll or complete.
  stage text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ip text not null,
  user_agent text not null,
  -- The last challenge for a passkey and what it is for. A challenge is used once.
  challenge text,
  challenge_purpose text,
  challenge_expires_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, dashboard_user_id) references dashboard_users (client_id, id)
);
create unique index dashboard_sessions_secret on dashboard_sessions (secret_hash);
create index dashboard_sessions_previous on dashboard_sessions (previous_hash) where previous_hash is not null;
create index dashboard_sessions_of_user on dashboard_sessions (client_id, dashboard_user_id);
create index dashboard_sessions_expiry on dashboard_sessions (expires_at);

-- The times of recent attempts to sign in, per account and per address. The subject is a keyed hash, so the table names
-- no account and no address. Unknown accounts are counted like known ones.
create table sign_in_attempts (
  subject_hash bytea primary key,
  attempted_at timestamptz[] not null,
  updated_at timestamptz not null
);
create index sign_in_attempts_age on sign_in_attempts (updated_at);

-- Only the service itself counts attempts. A client's connection sees no row.
alter table sign_in_attempts enable row level security;
alter table sign_in_attempts force row level security;
create policy service on sign_in_attempts using ((select current_setting('vouch.client_id', true)) = '*');
