-- When a person was inserted, in real time. A change right after the insert needs no note (list-blocks.ts). For
-- existing people the time is unknown, so it is set to `-infinity`.
alter table users add column inserted_at timestamptz not null default '-infinity';
alter table users alter column inserted_at set default clock_timestamp();
