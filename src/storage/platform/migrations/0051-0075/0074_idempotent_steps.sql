-- A request that takes too long for one transaction runs in steps, each of which is a transaction. The row of its
-- Idempotency-Key is written with the first step, and every step stores there what has been done. After a crash, a
-- repeated request continues.
alter table idempotency_keys add column progress jsonb;
-- Identifies the running request. Only that request may write the row.
alter table idempotency_keys add column run_id text;
-- Every step extends this time. After it, a repeated request may continue the work. The time is real time.
alter table idempotency_keys add column run_until timestamptz;
