-- The real time at which a person was inserted. If a person is changed right after the insert, the list counts need no
-- correction (list-blocks.ts). For people who existed before this migration, the time is unknown, so it is set to
-- `-infinity`.
alter table users add column inserted_at timestamptz not null default '-infinity';
alter table users alter column inserted_at set default clock_timestamp();
