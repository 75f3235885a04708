-- The accounts behind the logins of a link. A later login that has at least one of these accounts joins the link, even if
-- the person chose other accounts this time. Only keyed hashes are stored; user and provider are part of each hash.
create table link_identities (
  client_id text not null,
  environment text not null,
  identity_hash bytea not null,
  link_id text not null,
  primary key (client_id, environment, identity_hash, link_id)
);
create index link_identities_of_link on link_identities (client_id, environment, link_id);
