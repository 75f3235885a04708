-- What happened in the widget with a token: when the terms were accepted, how many tasks were started, and which funnel
-- steps were reached. Each funnel step is counted once per token and provider.
alter table bridge_tokens add column consented_at timestamptz;
alter table bridge_tokens add column tasks_begun integer not null default 0;
alter table bridge_tokens add column steps_reached text[] not null default '{}';

-- When the person logged in, and the public token issued at that moment. Every read returns the same token.
alter table tasks add column logged_in_at timestamptz;
alter table tasks add column public_token_sealed bytea;
create index tasks_of_token on tasks (client_id, environment, bridge_token_id, inserted_at desc)
  where bridge_token_id is not null;

-- The widget funnel, counted per provider, per device type, and per day on the owner's clock. It contains no personal
-- data.
create table widget_funnel (
  client_id text not null,
  environment text not null,
  day date not null,
  step text not null,
  -- Empty if no provider was chosen yet.
  provider_id text not null,
  device text not null,
  count bigint not null,
  primary key (client_id, environment, day, step, provider_id, device)
);
