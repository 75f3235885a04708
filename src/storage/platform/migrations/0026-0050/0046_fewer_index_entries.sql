-- Removes indexes that make every write slower and that other indexes can replace. An event's age matters only once the
-- event is in the log (has a sequence), so the index by age contains only events in the log. An event that is not yet
-- in the log is then in none of the log's indexes. A link has few tasks, and tasks have an index that begins with the
-- link (0035). Few orders have the same number, and orders have an index that begins with the number (0035). The newest
-- of these few rows is found by sorting.
drop index events_by_age;
create index events_by_age on events (client_id, environment, created_at) where sequence is not null;
drop index tasks_of_link;
drop index orders_by_number;
