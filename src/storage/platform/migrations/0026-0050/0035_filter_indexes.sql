-- Every filter of every list gets an index. The index contains the filter's column first, and then the columns by which
-- the list is sorted. A filter by product has one partial index per product, because the column with the products is an
-- array. Most rows have one product and therefore one index entry.
create index orders_by_status on orders (client_id, environment, status, created_at desc, id desc);
create index orders_by_order_number on orders (client_id, environment, order_number, created_at desc, id desc)
  where order_number is not null;
create index tasks_by_status on tasks (client_id, environment, status, created_at desc, id desc);
create index tasks_by_product on tasks (client_id, environment, product_type, created_at desc, id desc);
create index tasks_by_link on tasks (client_id, environment, link_id, created_at desc, id desc);
create index links_by_provider on links (client_id, environment, provider_id, created_at desc, id desc);
create index links_by_source on links (client_id, environment, data_source, created_at desc, id desc);
create index deleted_links_by_provider on deleted_links (client_id, environment, provider_id, created_at desc, id desc);
create index deleted_links_by_source on deleted_links (client_id, environment, data_source, created_at desc, id desc);

create index orders_with_income on orders (client_id, environment, created_at desc, id desc)
  where 'income' = any(products);
create index orders_with_employment on orders (client_id, environment, created_at desc, id desc)
  where 'employment' = any(products);
create index orders_with_deposit_switch on orders (client_id, environment, created_at desc, id desc)
  where 'deposit_switch' = any(products);
create index orders_with_pll on orders (client_id, environment, created_at desc, id desc)
  where 'pll' = any(products);
create index orders_with_insurance on orders (client_id, environment, created_at desc, id desc)
  where 'insurance' = any(products);
create index orders_with_transactions on orders (client_id, environment, created_at desc, id desc)
  where 'transactions' = any(products);
create index orders_with_assets on orders (client_id, environment, created_at desc, id desc)
  where 'assets' = any(products);
create index orders_with_admin on orders (client_id, environment, created_at desc, id desc)
  where 'admin' = any(products);
create index users_with_income on users (client_id, environment, created_at desc, id desc)
  where 'income' = any(products);
create index users_with_employment on users (client_id, environment, created_at desc, id desc)
  where 'employment' = any(products);
create index users_with_deposit_switch on users (client_id, environment, created_at desc, id desc)
  where 'deposit_switch' = any(products);
create index users_with_pll on users (client_id, environment, created_at desc, id desc)
  where 'pll' = any(products);
create index users_with_insurance on users (client_id, environment, created_at desc, id desc)
  where 'insurance' = any(products);
create index users_with_transactions on users (client_id, environment, created_at desc, id desc)
  where 'transactions' = any(products);
create index users_with_assets on users (client_id, environment, created_at desc, id desc)
  where 'assets' = any(products);
create index users_with_admin on users (client_id, environment, created_at desc, id desc)
  where 'admin' = any(products);
create index links_with_income on links (client_id, environment, created_at desc, id desc)
  where 'income' = any(allowed_products);
create index links_with_employment on links (client_id, environment, created_at desc, id desc)
  where 'employment' = any(allowed_products);
create index links_with_deposit_switch on links (client_id, environment, created_at desc, id desc)
  where 'deposit_switch' = any(allowed_products);
create index links_with_pll on links (client_id, environment, created_at desc, id desc)
  where 'pll' = any(allowed_products);
create index links_with_insurance on links (client_id, environment, created_at desc, id desc)
  where 'insurance' = any(allowed_products);
create index links_with_transactions on links (client_id, environment, created_at desc, id desc)
  where 'transactions' = any(allowed_products);
create index links_with_assets on links (client_id, environment, created_at desc, id desc)
  where 'assets' = any(allowed_products);
create index links_with_admin on links (client_id, environment, created_at desc, id desc)
  where 'admin' = any(allowed_products);
create index deleted_links_with_income on deleted_links (client_id, environment, created_at desc, id desc)
  where 'income' = any(allowed_products);
create index deleted_links_with_employment on deleted_links (client_id, environment, created_at desc, id desc)
  where 'employment' = any(allowed_products);
create index deleted_links_with_deposit_switch on deleted_links (client_id, environment, created_at desc, id desc)
  where 'deposit_switch' = any(allowed_products);
create index deleted_links_with_pll on deleted_links (client_id, environment, created_at desc, id desc)
  where 'pll' = any(allowed_products);
create index deleted_links_with_insurance on deleted_links (client_id, environment, created_at desc, id desc)
  where 'insurance' = any(allowed_products);
create index deleted_links_with_transactions on deleted_links (client_id, environment, created_at desc, id desc)
  where 'transactions' = any(allowed_products);
create index deleted_links_with_assets on deleted_links (client_id, environment, created_at desc, id desc)
  where 'assets' = any(allowed_products);
create index deleted_links_with_admin on deleted_links (client_id, environment, created_at desc, id desc)
  where 'admin' = any(allowed_products);

-- Each primary key is created after the table's other indexes, so that the query planner uses the primary key even
-- before the table is analyzed (see 0019).
alter table users drop constraint users_pkey;
alter table users add primary key (client_id, environment, id);
alter table orders drop constraint orders_pkey;
alter table orders add primary key (client_id, environment, id);
alter table tasks drop constraint tasks_pkey;
alter table tasks add primary key (client_id, environment, id);
alter table links drop constraint links_pkey;
alter table links add primary key (client_id, environment, id);
alter table deleted_links drop constraint deleted_links_pkey;
alter table deleted_links add primary key (client_id, environment, id);
