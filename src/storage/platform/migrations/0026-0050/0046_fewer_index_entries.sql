-- Indexes that every write pays for and others make up for. An event has an age worth finding once it is filed, and until
-- then it is in none of the log's indexes. The tasks of a link and the orders of a number are few, and each has an index
-- that begins with it (0035): the newest of them is found by sorting.
drop index events_by_age;
create index events_by_age on events (client_id, environment, created_at) where sequence is not null;
drop index tasks_of_link;
drop index orders_by_number;
