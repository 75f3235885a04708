-- People a stored response is about: it is sealed under their keys too, so erasing any of them makes it unreadable.
alter table idempotency_keys add column subject_ids text[] not null default '{}';
