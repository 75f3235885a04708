-- Envelope encryption: every person (and every client, for its own secrets) has a data key, stored only wrapped by the
-- master key. Deleting the row makes everything sealed with the key unreadable forever.
create table data_keys (
  client_id text not null,
  environment text not null,
  owner_id text not null,
  -- The master key that wraps the data key. It is stored so that a rotation can run while the service runs.
  master_key_id text not null,
  wrapped_key bytea not null,
  primary key (client_id, environment, owner_id)
);
create index data_keys_by_master_key on data_keys (master_key_id, client_id, environment, owner_id);

-- The service's own keys, for hashes by which rows are looked up and for signed file URLs. These keys are also wrapped
-- by the master key, so a rotation of the master key does not change any hash.
create table service_keys (
  name text primary key,
  master_key_id text not null,
  wrapped_key bytea not null
);
