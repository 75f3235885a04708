-- The request log of the console. A row holds all requests that one process served for one client within about a second,
-- as a JSON array, because a row for each request would cost a noticeable part of the request. `outcomes` has a bit for
-- each class of status codes in the row. The log is in real time; rows are deleted after a week.
create table request_chunks (
  client_id text not null,
  environment text not null,
  newest_at timestamptz not null,
  id text not null,
  entries_count integer not null,
  outcomes integer not null,
  entries text not null,
  primary key (client_id, environment, newest_at, id)
);
create index request_chunks_by_age on request_chunks (newest_at);
