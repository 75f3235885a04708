-- What is compared to find out whether a document was made from the document of another person: the numbers that only
-- one person or document has, the name on the document, and where its labels stand.
alter table documents add column name_hash bytea, add column layout integer[];

create table document_numbers (
  client_id text not null,
  environment text not null,
  number_hash bytea not null,
  document_id text not null,
  primary key (client_id, environment, number_hash, document_id)
);
create index document_numbers_of_document on document_numbers (client_id, environment, document_id);
