-- People whose data a stored response contains. The response is also sealed under their keys, so erasing any of them
-- makes it unreadable.
alter table idempotency_keys add column subject_ids text[] not null default '{}';
