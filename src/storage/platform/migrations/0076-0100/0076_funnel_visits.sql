-- A visit (one token) belongs to the day and the device of its first step in the funnel, so that all its steps are counted
-- in one place and no step is larger than the step before it.
alter table bridge_tokens add column funnel_day date, add column funnel_device text;

-- `count` is per provider: a visit that tries two providers is counted twice. `visits` counts a visit once per step, at
-- the provider with which it reached the step first. Steps from before this migration were counted only per provider.
alter table widget_funnel add column visits bigint not null default 0;
update widget_funnel set visits = count;
