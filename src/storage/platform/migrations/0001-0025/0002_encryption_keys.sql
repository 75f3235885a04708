-- Envelope encryption: every person has a data key, and every client has a data key for its own secrets. A data key is
-- stored only in wrapped form, encrypted with the master key. Deleting a row of this table makes everything that is
-- sealed with its data key unreadable forever.
create table data_keys (
  client_id text not null,
  environment text not null,
  owner_id text not null,
  -- The master key that wraps this data key. During a rotation, rows differ in their master key, so each row stores its
  -- own. The service can therefore keep running.
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
