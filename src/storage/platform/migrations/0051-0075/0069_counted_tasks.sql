-- The health of a provider counts only tasks that it served or failed. Tasks that ended for another reason, such as a
-- wrong password, would be read and skipped, so they are no longer in this index.
drop index tasks_by_provider;
create index tasks_by_provider on tasks (provider_id, progress_real_at desc) include (status, client_id, environment)
  where finished_at is not null and provider_id <> 'documents' and provider_id not like 'vouch\_%'
    and status in ('done', 'no_data', 'unavailable', 'error', 'config_error', 'not_supported');
