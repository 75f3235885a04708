-- Timers and deliveries are due in their owner's time. Until now `fires_at` was in real time and had to be rewritten
-- for every row whenever a sandbox clock was moved, which took half a minute for 600,000 timers. Now `fires_at` is in
-- the owner's time as well, so moving a clock rewrites no row. A worker adds the owner's offset to the real time and
-- does one lookup per owner.
set local vouch.client_id = '*';
update timers t set fires_at = t.fires_at + make_interval(secs => e.clock_offset_seconds)
  from environments e
  where e.client_id = t.client_id and e.environment = t.environment and e.clock_offset_seconds > 0;
update webhook_deliveries d set fires_at = d.fires_at + make_interval(secs => e.clock_offset_seconds)
  from environments e
  where e.client_id = d.client_id and e.environment = d.environment and e.clock_offset_seconds > 0
    and d.state = 'waiting';

drop index timers_due;
drop index timers_of_owner;
create index timers_of_owner on timers (client_id, environment, fires_at, id) where dead_at is null;
-- When a sandbox clock is moved, the clock stops at each time for which a task waits. This index finds the next such
-- time.
create index timers_of_tasks on timers (client_id, environment, fires_at) where kind = 'task_due' and dead_at is null;
-- The operator's view counts failed timers with this index. The index contains only failed timers, so it is small even
-- if there are many timers.
create index timers_failed on timers (client_id) where attempts > 0;
-- The index on the id is created last, for the reason given in migration 0019.
alter table timers drop constraint timers_pkey;
alter table timers add primary key (client_id, environment, id);
