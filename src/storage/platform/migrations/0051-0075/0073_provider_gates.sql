-- A live provider that is down, or that asked us to wait, has a row here until it has answered again. While the row
-- exists, only one background task at a time may call the provider (the probe). All processes and all clients share it.
create table provider_gates (
  provider_id text primary key,
  -- Until this time, no background task calls the provider. All times are real times.
  closed_until timestamptz not null,
  probe_task_id text,
  -- If the process of the probe was killed, another task becomes the probe after this time.
  probe_until timestamptz
);

-- The row belongs to no client. A client's connection sees no row.
alter table provider_gates enable row level security;
alter table provider_gates force row level security;
create policy service on provider_gates using ((select current_setting('vouch.client_id', true)) = '*');
