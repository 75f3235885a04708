-- Whom a stored answer is about: it is sealed under their keys as well, so it goes with the first of them who is erased.
alter table idempotency_keys add column subject_ids text[] not null default '{}';
