-- Housekeeping deletes the old rows of all clients. Its index is on an expression that no other statement contains. With
-- an index on `newest_at` itself, the planner read the rows of all clients to show the request log of one client.
drop index request_chunks_by_age;
create index request_chunks_by_age on request_chunks ((newest_at at time zone 'UTC'));
