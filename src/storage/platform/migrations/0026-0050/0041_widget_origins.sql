-- Origins of pages that may open a client's widget; empty: any page.
alter table clients add column widget_origins text[] not null default '{}';
