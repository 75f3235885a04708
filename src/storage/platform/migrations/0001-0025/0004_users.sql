-- People. A person's identifying data is one record, sealed under the person's own data key. Next to this record, only
-- the values are stored by which a client may look up the person: the external user id and hashes of the SSN.
create table users (
  client_id text not null,
  environment text not null,
  id text not null,
  external_user_id text,
  sealed bytea not null,
  ssn_hash bytea,
  ssn_last4_hash bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (client_id, environment, id),
  constraint users_external_user_id unique (client_id, environment, external_user_id)
);
create index users_newest on users (client_id, environment, created_at desc, id desc);
