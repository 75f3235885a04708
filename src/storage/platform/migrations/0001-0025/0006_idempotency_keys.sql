-- Responses to requests that had an Idempotency-Key. The row is written in the transaction of the request's effect, so
-- both exist or neither does. A response is kept for 24 hours of real time.
create table idempotency_keys (
  client_id text not null,
  environment text not null,
  method text not null,
  path text not null,
  key text not null,
  body_hash bytea not null,
  status integer,
  -- The response may contain personal data or a token, so it is sealed with the client's data key.
  answer_sealed bytea,
  created_at timestamptz not null,
  primary key (client_id, environment, method, path, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
