-- The sealed contents of uploaded files, and the contents that must be removed.
--
-- A content is split into pieces of 512 kB. The database driver decodes a value in one go, and a single value of 10 MB
-- stopped the process for some 100 ms; in pieces, the longest pause was a third of that, and reading took no longer.
-- Sealed bytes cannot be compressed, so PostgreSQL does not try (`external`).
create table file_contents (
  client_id text not null,
  environment text not null,
  id text not null,
  piece integer not null,
  content bytea not null,
  primary key (client_id, environment, id, piece)
);
alter table file_contents alter column content set storage external;

-- A row means: the content of this file must be removed from the file store when `due_at` has come. Removing cannot be
-- part of a transaction: an S3 server knows no transactions, and in the database the contents of 30 large files took
-- two seconds to delete. Before an upload, a row is written that is due an hour later; the transaction that stores the
-- file's own row deletes it. So an upload whose transaction failed is removed as well. A row whose removal has begun
-- can no longer be deleted by that transaction.
create table file_removals (
  client_id text not null,
  environment text not null,
  id text not null,
  due_at timestamptz not null,
  has_begun boolean not null default false,
  primary key (client_id, environment, id)
);
create index file_removals_due on file_removals (due_at);
