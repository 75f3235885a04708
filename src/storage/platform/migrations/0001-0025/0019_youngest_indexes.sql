-- A table without statistics looks nearly empty to the planner. Every index that begins with the client then seems
-- equally good, and it picks the newest, which may be one that finds a row by reading all rows of the client. These
-- tables are read by id on every step of every task, so the index on the id is created last.
alter table users drop constraint users_pkey;
alter table users add primary key (client_id, environment, id);
alter table tasks drop constraint tasks_pkey;
alter table tasks add primary key (client_id, environment, id);
