-- Why a message was not sent. Until now a row did not say whether an unsent message was still waiting, was not wanted any
-- more, or could not be sent. The reason is unknown for messages that are older than this column; a default marks them
-- without rewriting the table, and does not apply to new rows.
alter table order_messages add column outcome text default 'not_recorded';
alter table order_messages alter column outcome drop default;
