-- The version of the terms the person accepted, as the page that showed them reports. Null: accepted before versions
-- were stored, or by a page that sent none.
alter table orders add column consent_version text;
alter table bridge_tokens add column consent_version text;
