-- Which version of the terms the person accepted, as the page that showed them says. Null: accepted before versions were
-- kept, or by a page that named none.
alter table orders add column consent_version text;
alter table bridge_tokens add column consent_version text;
