-- This migration supports filtered lists of any size. For each value of a counted filter, a closed block stores how
-- many of its rows have this value. `part` names the value, for instance `status=completed`; an empty `part` stands for
-- the whole block. If a row begins or ceases to match a part after the row's block was closed, a correction of the
-- count is written to `list_moves`. Writers only insert corrections, so writers never wait for each other. The block
-- closer adds the corrections to the blocks. A block is never removed, so a key always belongs to the same block.
select set_config('vouch.client_id', '*', true);

alter table list_blocks drop constraint list_blocks_rows_count_check;
alter table list_blocks add column part text not null default '';
alter table list_blocks drop constraint list_blocks_pkey;
alter table list_blocks add primary key (client_id, environment, list, part, last_created_at, last_id);
-- Blocks that were closed before this migration have no parts. So all blocks are deleted, and the block closer will
-- close them again with parts.
delete from list_blocks;

create table list_moves (
  client_id text not null,
  environment text not null,
  list text not null,
  part text not null,
  -- `created_at` and `id` are the sort key of the row that entered or left this part of the list.
  created_at timestamptz not null,
  id text not null,
  change integer not null
);
create index list_moves_of_part on list_moves (client_id, environment, list, part);

-- An order's status follows from its suborders (domain/orders/order-status.ts) and is stored here for lists. Code that
-- changes a suborder locks the order's row, and writes the suborder and the order's status.
alter table orders add column status text;
update orders o set status = case
    when o.canceled_at is not null then 'canceled'
    when s.statuses && array['pending', 'sent'] then case when s.statuses <@ array['pending'] then 'pending' else 'sent' end
    when 'completed' = any(s.statuses) then 'completed'
    when 'error' = any(s.statuses) then 'error'
    when 'no_data' = any(s.statuses) then 'no_data'
    when 'expired' = any(s.statuses) then 'expired'
    else 'skipped'
  end
from (
  select n.client_id, n.environment, n.id, coalesce(array_agg(s.status) filter (where s.status is not null), '{}') as statuses
  from orders n left join suborders s
    on s.client_id = n.client_id and s.environment = n.environment and s.order_id = n.id
  group by n.client_id, n.environment, n.id
) s
where s.client_id = o.client_id and s.environment = o.environment and s.id = o.id;
alter table orders alter column status set not null;

-- All products of the person's links.
alter table users add column products text[] not null default '{}';
update users u set products = l.products
from (
  select client_id, environment, user_id, array_agg(distinct product order by product) as products
  from links cross join unnest(allowed_products) as product
  group by client_id, environment, user_id
) l
where l.client_id = u.client_id and l.environment = u.environment and l.user_id = u.id;
