-- The planner assumes that a table without statistics is nearly empty. Every index that begins with the client then
-- seems equally good, and the planner picks the newest index. With the wrong index it finds a row by reading all the
-- client's rows. These tables are read by id on every step of every task, so the index on the id is created last.
alter table users drop constraint users_pkey;
alter table users add primary key (client_id, environment, id);
alter table tasks drop constraint tasks_pkey;
alter table tasks add primary key (client_id, environment, id);
