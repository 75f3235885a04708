-- Links: lasting connections between a person and a provider, created at the first successful login. Login data
-- (credentials, sessions, the access token) is sealed under the person's key; the token is looked up by its hash.
create table links (
  client_id text not null,
  environment text not null,
  id text not null,
  user_id text not null,
  provider_id text not null,
  data_source text not null,
  company_mapping jsonb,
  tracking_info text,
  link_hash text not null,
  allowed_products text[] not null,
  initial_product_type text not null,
  last_task_id text not null,
  is_suspicious boolean not null,
  is_dds_available boolean,
  is_connected boolean not null,
  access_token_hash bytea not null,
  access_token_last4 text not null,
  sealed bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (client_id, environment, id),
  -- If connections have the same user, provider and login, they share one link. This applies to concurrent connections
  -- as well as to successive connections.
  constraint links_hash unique (client_id, environment, link_hash),
  constraint links_access_token unique (client_id, environment, access_token_hash)
);
create index links_newest on links (client_id, environment, created_at desc, id desc);
create index links_of_user on links (client_id, environment, user_id, created_at desc, id desc);
-- The signed URL of a file contains the link's id and no client id. So links are also looked up by the id alone.
create index links_by_id on links (id);

-- Deleted links. A row shows that the link existed. It contains no login data and none of the data that was read from
-- the provider.
create table deleted_links (
  client_id text not null,
  environment text not null,
  id text not null,
  user_id text not null,
  provider_id text not null,
  data_source text not null,
  company_mapping jsonb,
  tracking_info text,
  link_hash text not null,
  allowed_products text[] not null,
  initial_product_type text not null,
  last_task_id text not null,
  is_suspicious boolean not null,
  is_dds_available boolean,
  access_token_last4 text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz not null,
  primary key (client_id, environment, id)
);
create index deleted_links_newest on deleted_links (client_id, environment, created_at desc, id desc);
create index deleted_links_of_user on deleted_links (client_id, environment, user_id, created_at desc, id desc);

-- Links and deleted links, for the list that includes deleted links. The caller's row-level security policies apply.
create view all_links with (security_invoker = true) as
  select client_id, environment, id, user_id, provider_id, data_source, company_mapping, tracking_info, link_hash,
    allowed_products, initial_product_type, last_task_id, is_suspicious, is_dds_available, is_connected,
    access_token_last4, sealed, created_at, updated_at, null::timestamptz as deleted_at
  from links
  union all
  select client_id, environment, id, user_id, provider_id, data_source, company_mapping, tracking_info, link_hash,
    allowed_products, initial_product_type, last_task_id, is_suspicious, is_dds_available, false,
    access_token_last4, null::bytea, created_at, updated_at, deleted_at
  from deleted_links;
