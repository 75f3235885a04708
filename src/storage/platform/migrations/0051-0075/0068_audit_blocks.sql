-- The audit log with filters, at any size. A block is 2,000 entries with consecutive places in one environment. When the
-- last of them is appended, the entries of the block are counted by everything the log is filtered by. Entries never
-- change, so neither do the counts.
select set_config('vouch.client_id', '*', true);

create table audit_blocks (
  client_id text not null,
  environment text not null,
  -- Block 0 has the places 1 to 2,000.
  block bigint not null,
  dashboard_user_id text not null,
  email text not null,
  action text not null,
  -- Only an object without an id, such as `orders`, is counted. For any other object this is empty: there are as many of
  -- them as orders and people, and each of them has few entries.
  object text not null,
  entries_count integer not null,
  primary key (client_id, environment, block, dashboard_user_id, email, action, object)
);

insert into audit_blocks (client_id, environment, block, dashboard_user_id, email, action, object, entries_count)
select client_id, environment, (place - 1) / 2000, dashboard_user_id, email, action,
  case when object like '%/%' then '' else object end, count(*)
from audit_entries join (
  select client_id, environment, max(place) / 2000 * 2000 as last_place from audit_entries group by 1, 2
) closed using (client_id, environment)
where place <= last_place
group by 1, 2, 3, 4, 5, 6, 7;

create index audit_blocks_by_user on audit_blocks (client_id, environment, dashboard_user_id, block);
create index audit_blocks_by_email on audit_blocks (client_id, environment, email, block);
create index audit_blocks_by_action on audit_blocks (client_id, environment, action, block);
create index audit_blocks_by_object on audit_blocks (client_id, environment, object, block);
