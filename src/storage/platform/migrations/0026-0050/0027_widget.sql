-- What the widget has done under a token: when the terms were accepted, how many tasks were begun, and which steps of the
-- funnel were reached, each counted once.
alter table bridge_tokens add column consented_at timestamptz;
alter table bridge_tokens add column tasks_begun integer not null default 0;
alter table bridge_tokens add column steps_reached text[] not null default '{}';

-- When the person was let in, and the public token they were then given: the same one however often it is read.
alter table tasks add column logged_in_at timestamptz;
alter table tasks add column public_token_sealed bytea;
create index tasks_of_token on tasks (client_id, environment, bridge_token_id, inserted_at desc)
  where bridge_token_id is not null;

-- How far people get, counted per day of the owner's clock, provider and kind of device. It tells of nobody.
create table widget_funnel (
  client_id text not null,
  environment text not null,
  day date not null,
  step text not null,
  -- Empty where none was chosen yet.
  provider_id text not null,
  device text not null,
  count bigint not null,
  primary key (client_id, environment, day, step, provider_id, device)
);
