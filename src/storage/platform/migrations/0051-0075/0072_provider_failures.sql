-- Only failures of the whole provider count for its health. `failure_scope` is set if a task failed for another reason,
-- such as one bank at an aggregator, or a person who did not return. These tasks are not in the index. Tasks in which the
-- provider refused the login are now in the index, because they are counted, too. `provider_ms` is how long the steps of
-- the task took.
alter table tasks add column failure_scope text, add column provider_ms integer not null default 0;

drop index tasks_by_provider;
create index tasks_by_provider on tasks (provider_id, progress_real_at desc)
  include (status, provider_ms, client_id, environment)
  where finished_at is not null and failure_scope is null and provider_id <> 'documents'
    and provider_id not like 'vouch\_%'
    and status in ('done', 'no_data', 'unavailable', 'error', 'config_error', 'not_supported', 'login_error');
