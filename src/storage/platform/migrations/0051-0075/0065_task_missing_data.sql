-- What the provider could not read for a task that succeeded, in the provider's own sentences. They may name banks and
-- accounts of the person, so they are sealed with the person's key.
alter table tasks add column missing_data bytea;
