-- Tasks: each is one retrieval or action through a link. `secrets` contains data that the next step needs (credentials,
-- a code, the provider's session state) and is cleared by the last step. `outcome` is the readable result of a deposit
-- switch.
create table tasks (
  client_id text not null,
  environment text not null,
  id text not null,
  link_id text not null,
  user_id text not null,
  order_id text,
  bridge_token_id text,
  status text not null,
  product_type text not null,
  allowed_products text[] not null,
  data_source text not null,
  provider_id text not null,
  company_mapping jsonb,
  template_id text,
  use_case text,
  tracking_info text,
  error_message text,
  is_suspicious boolean not null,
  is_refresh boolean not null,
  history_months integer not null,
  -- What the task waits for besides a worker: a code, a visit to the provider's page, or a point in time.
  waits_for text,
  redirect_hash bytea,
  -- The version increases with every step. If two workers run the same task, only the step that is written first takes
  -- effect.
  version integer not null,
  secrets bytea,
  outcome bytea,
  progress real not null default 0,
  progress_at timestamptz not null,
  -- The same moment as `progress_at`, but in real time. It is used so that moving a sandbox clock does not make a
  -- worker look slow.
  progress_real_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  -- The other times are in whole seconds, and a link's next task, a refresh, may be created in the same second. So a
  -- link's tasks are sorted by this more exact time.
  inserted_at timestamptz not null default clock_timestamp(),
  primary key (client_id, environment, id)
);
create index tasks_newest on tasks (client_id, environment, created_at desc, id desc);
create index tasks_of_user on tasks (client_id, environment, user_id, created_at desc, id desc);
create index tasks_of_link on tasks (client_id, environment, link_id, inserted_at desc);
create index tasks_of_order on tasks (client_id, environment, order_id, created_at desc, id desc)
  where order_id is not null;
-- A redirect from a provider's page contains only a state value, so the task is looked up by the hash of this value.
create unique index tasks_by_redirect on tasks (redirect_hash) where redirect_hash is not null;
