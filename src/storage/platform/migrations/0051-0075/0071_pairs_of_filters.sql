-- Blocks now also count pairs of filters: the status and product of orders and tasks, the data source and product of
-- links. All blocks of these lists are closed again, by the first readers and by housekeeping.
delete from list_blocks where list in ('orders', 'tasks', 'links', 'all_links',
  'orders: chapters', 'tasks: chapters', 'links: chapters', 'all_links: chapters');
delete from list_moves where list in ('orders', 'tasks', 'links', 'all_links');

-- The rows of two filters are read over the index of one of them. The index now also contains the column of the other
-- filter, so that only the index is read and not the table. Other indexes contain these columns already, so a change of
-- them writes as many index entries as before.
drop index orders_by_status;
create index orders_by_status on orders (client_id, environment, status, created_at desc, id desc) include (products);
drop index tasks_by_status;
create index tasks_by_status on tasks (client_id, environment, status, created_at desc, id desc) include (product_type);
drop index links_by_provider;
create index links_by_provider on links (client_id, environment, provider_id, created_at desc, id desc)
  include (data_source, allowed_products);
drop index links_by_source;
create index links_by_source on links (client_id, environment, data_source, created_at desc, id desc)
  include (allowed_products);
drop index deleted_links_by_provider;
create index deleted_links_by_provider on deleted_links (client_id, environment, provider_id, created_at desc, id desc)
  include (data_source, allowed_products);
drop index deleted_links_by_source;
create index deleted_links_by_source on deleted_links (client_id, environment, data_source, created_at desc, id desc)
  include (allowed_products);

-- Each primary key is created after the table's other indexes (see 0019).
alter table orders drop constraint orders_pkey;
alter table orders add primary key (client_id, environment, id);
alter table tasks drop constraint tasks_pkey;
alter table tasks add primary key (client_id, environment, id);
alter table links drop constraint links_pkey;
alter table links add primary key (client_id, environment, id);
alter table deleted_links drop constraint deleted_links_pkey;
alter table deleted_links add primary key (client_id, environment, id);
