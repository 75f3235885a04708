-- Reveals: for a minute, one session sees the masked values in the response of one path.
create table console_reveals (
  client_id text not null,
  environment text not null,
  session_id text not null,
  path text not null,
  purpose text not null,
  until timestamptz not null,
  primary key (client_id, environment, session_id, path)
);
create index console_reveals_by_end on console_reveals (client_id, environment, until);
