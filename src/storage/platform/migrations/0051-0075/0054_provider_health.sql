-- The health of a live provider is computed from its newest ended tasks. The built-in providers are always healthy, so
-- their tasks, which are most of all tasks in a sandbox, are not in this index. The index contains everything that the
-- query reads, including the columns of the row-level security policy.
create index tasks_by_provider on tasks (provider_id, progress_real_at desc) include (status, client_id, environment)
  where finished_at is not null and provider_id <> 'documents' and provider_id not like 'vouch\_%';
