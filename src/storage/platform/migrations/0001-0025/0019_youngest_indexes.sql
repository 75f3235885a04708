-- The planner assumes that a table without statistics is nearly empty. Then every index that begins with the client
-- seems equally good, and the planner picks the newest of them. If it picks the wrong index, it reads all rows of the
-- client to find one row. Every step of every task reads these tables by id, so the index on the id is created last.
alter table users drop constraint users_pkey;
alter table users add primary key (client_id, environment, id);
alter table tasks drop constraint tasks_pkey;
alter table tasks add primary key (client_id, environment, id);
