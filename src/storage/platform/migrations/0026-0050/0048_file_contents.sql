-- The sealed contents of uploaded files, and a list of the contents that must be removed.
--
-- The content of each file is split into pieces of 512 kB. The database driver decodes a value without yielding to the
-- event loop, so a single value of 10 MB blocked the process for some 100 ms. With pieces, the longest pause was a
-- third of that, and reading took no longer. Sealed bytes cannot be compressed, so PostgreSQL does not try
-- (`external`).
create table file_contents (
  client_id text not null,
  environment text not null,
  id text not null,
  piece integer not null,
  content bytea not null,
  primary key (client_id, environment, id, piece)
);
alter table file_contents alter column content set storage external;

-- Each row schedules the removal of one file's content from the file store at `due_at`. The removal cannot be part of a
-- transaction: an S3 server has no transactions, and in the database the contents of 30 large files took two seconds to
-- delete. Before an upload, a removal is scheduled for an hour later. The transaction that stores the file's own row
-- then deletes the scheduled removal. So the content is removed if that transaction fails. A removal that has begun can
-- no longer be cancelled in this way.
create table file_removals (
  client_id text not null,
  environment text not null,
  id text not null,
  due_at timestamptz not null,
  has_begun boolean not null default false,
  primary key (client_id, environment, id)
);
create index file_removals_due on file_removals (due_at);
