-- How what people see of a client looks, and what it asks of them.
create table templates (
  client_id text not null,
  environment text not null,
  id text not null,
  name text not null,
  products text[] not null,
  -- Of all its products. No two that are marked share one: whoever writes a template holds the environment's row.
  default_for_products boolean not null,
  settings jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint templates_name unique (client_id, environment, name)
);
create index templates_default on templates (client_id, environment) where default_for_products;
create index templates_newest on templates (client_id, environment, created_at desc, id desc);
alter table templates add primary key (client_id, environment, id);

-- Deleted ones: what was made with them goes on as they say.
create table deleted_templates (
  client_id text not null,
  environment text not null,
  id text not null,
  name text not null,
  products text[] not null,
  settings jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz not null,
  primary key (client_id, environment, id)
);
