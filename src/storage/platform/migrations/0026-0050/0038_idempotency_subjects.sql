-- The people whose data a stored response contains. The response is also sealed under the keys of these people. So the
-- response becomes unreadable when any one of them is erased.
alter table idempotency_keys add column subject_ids text[] not null default '{}';
