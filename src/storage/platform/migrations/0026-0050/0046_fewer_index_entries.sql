-- Removes indexes that cost every write and that others can replace. An event's age matters only once it is filed, and
-- until then it is in none of the log's indexes. The tasks of a link and the orders of a number are few, and each has
-- an index that begins with it (0035): the newest of them is found by sorting.
drop index events_by_age;
create index events_by_age on events (client_id, environment, created_at) where sequence is not null;
drop index tasks_of_link;
drop index orders_by_number;
