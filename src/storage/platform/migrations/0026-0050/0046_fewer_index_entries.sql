-- Removes indexes that make every write slower and that other indexes can replace. An event's age matters only once the
-- event is filed, and until then it is in none of the log's indexes. A link has few tasks, and few orders have the same
-- number; both have an index that begins with the link or the number (0035), and the newest is found by sorting.
drop index events_by_age;
create index events_by_age on events (client_id, environment, created_at) where sequence is not null;
drop index tasks_of_link;
drop index orders_by_number;
