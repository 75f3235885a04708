-- Uploaded files, the documents found in them, and the review of documents that look altered. The status of a
-- collection is not stored, because it follows from its files and tasks.
create table document_collections (
  client_id text not null,
  environment text not null,
  id text not null,
  product_type text,
  bridge_token_id text,
  order_id text,
  suborder_id text,
  template_id text,
  browser_hash bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  finalized_at timestamptz,
  primary key (client_id, environment, id)
);
create index document_collections_of_token on document_collections (client_id, environment, bridge_token_id)
  where bridge_token_id is not null;
create index document_collections_of_suborder on document_collections (client_id, environment, suborder_id)
  where suborder_id is not null;
create index document_collections_newest on document_collections (client_id, environment, created_at desc, id desc);

create table document_collection_users (
  client_id text not null,
  environment text not null,
  collection_id text not null,
  user_id text not null,
  position integer not null,
  task_id text,
  primary key (client_id, environment, collection_id, user_id)
);
create index document_collection_users_by_user on document_collection_users (client_id, environment, user_id);

-- The content of a file is in the file store, sealed with a key of its own. That key is wrapped with the key of the
-- user, or of the client while the user is unknown.
create table document_files (
  client_id text not null,
  environment text not null,
  id text not null,
  collection_id text not null,
  position integer not null,
  user_id text,
  status text not null,
  mime_type text not null,
  content_hash bytea not null,
  wrapped_key bytea not null,
  sealed bytea not null,
  validations jsonb not null,
  error jsonb,
  tries integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (client_id, environment, id)
);
create unique index document_files_of_collection on document_files (client_id, environment, collection_id, position);
create index document_files_of_user on document_files (client_id, environment, user_id) where user_id is not null;
create index document_files_by_id on document_files (id);
create index document_files_by_content on document_files (client_id, environment, content_hash);

create table documents (
  client_id text not null,
  environment text not null,
  id text not null,
  collection_id text not null,
  file_id text not null,
  user_id text,
  document_type text not null,
  first_page integer not null,
  last_page integer not null,
  is_suspicious boolean not null,
  figures_hash bytea,
  sealed bytea not null,
  created_at timestamptz not null,
  primary key (client_id, environment, id)
);
create index documents_of_collection on documents (client_id, environment, collection_id);
create index documents_of_user on documents (client_id, environment, user_id) where user_id is not null;
create index documents_by_figures on documents (client_id, environment, figures_hash) where figures_hash is not null;

create table document_reviews (
  client_id text not null,
  environment text not null,
  id text not null,
  review_status text not null,
  note_sealed bytea,
  reviewed_at timestamptz,
  created_at timestamptz not null,
  primary key (client_id, environment, id)
);
create index document_reviews_newest on document_reviews (client_id, environment, created_at desc, id desc);
create index document_reviews_by_status
  on document_reviews (client_id, environment, review_status, created_at desc, id desc);
