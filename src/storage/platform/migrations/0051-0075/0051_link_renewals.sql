-- Access with rotating tokens. A token may be exchanged once, so the exchange is noted before it is sent: `renewal_id`
-- and `renewal_started_at` are set while it is under way, and stay set if its answer was lost. `account_version` counts
-- the exchanges and logins, so that a step that began before does not write an older account back.
alter table links
  add column account_version integer not null default 0,
  add column renewal_id text,
  add column renewal_started_at timestamptz;
