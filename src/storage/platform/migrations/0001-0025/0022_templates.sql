-- Templates: the appearance and behaviour of a client's pages.
create table templates (
  client_id text not null,
  environment text not null,
  id text not null,
  name text not null,
  products text[] not null,
  -- Whether the template is the default for all its products. A product never has two default templates, because code
  -- that writes templates locks the environment's row.
  default_for_products boolean not null,
  settings jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint templates_name unique (client_id, environment, name)
);
create index templates_default on templates (client_id, environment) where default_for_products;
create index templates_newest on templates (client_id, environment, created_at desc, id desc);
alter table templates add primary key (client_id, environment, id);

-- Deleted templates. They are kept because objects created with them still use their settings.
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
