-- When a person was inserted, in real time: a change right after the insert needs no note (list-blocks.ts). For
-- existing people it is unknown, and long ago.
alter table users add column inserted_at timestamptz not null default '-infinity';
alter table users alter column inserted_at set default clock_timestamp();
