-- When a person was inserted, in real time: what happens to a row right after its insert needs no note (list-blocks.ts). Of
-- those who are here already it is not known, and long ago.
alter table users add column inserted_at timestamptz not null default '-infinity';
alter table users alter column inserted_at set default clock_timestamp();
