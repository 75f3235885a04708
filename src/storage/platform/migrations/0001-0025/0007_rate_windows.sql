-- The requests that were admitted recently, for each budget and each subject (a secret or an access token). The column
-- `state` is json and not jsonb, because it is always read and written as a whole. With json, an update of 300 requests
-- takes half the time (0.4 ms instead of 0.9 ms).
create table rate_windows (
  client_id text not null,
  environment text not null,
  budget text not null,
  subject_id text not null,
  state json not null,
  -- The end of the hour in which the last request was made. This column is indexed. If it changed with every request,
  -- each request would add an index entry.
  updated_at timestamptz not null,
  primary key (client_id, environment, budget, subject_id)
) with (fillfactor = 50);
create index rate_windows_by_age on rate_windows (updated_at);
