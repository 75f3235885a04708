-- On whose pages a client's widget may be opened; empty: on any.
alter table clients add column widget_origins text[] not null default '{}';
