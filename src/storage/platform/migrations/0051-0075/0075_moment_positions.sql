-- One sequence numbers all that an order's history shows: timeline entries, events, delivery attempts and invoices. So
-- the order of two moments of the same second is known, also if they are of different kinds. Rows from before this
-- migration were numbered table by table, and their numbers are below 2^40. Only numbers from 2^40 on can be compared
-- between tables.
create sequence moment_positions start 1099511627776;

alter table events alter column position set default nextval('moment_positions');
drop sequence event_positions;

alter table webhook_attempts alter column position set default nextval('moment_positions');
drop sequence webhook_attempt_positions;

alter table order_timeline alter column position drop identity;
alter table order_timeline alter column position set default nextval('moment_positions');

-- Invoices from before this migration have position 0.
alter table invoices add column position bigint not null default 0;
alter table invoices alter column position set default nextval('moment_positions');
