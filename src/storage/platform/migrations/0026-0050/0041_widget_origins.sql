-- Origins of pages that may open a client's widget; if empty, any page may.
alter table clients add column widget_origins text[] not null default '{}';
