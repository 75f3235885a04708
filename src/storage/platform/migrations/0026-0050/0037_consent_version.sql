-- The version of the terms that the person accepted, as reported by the page that showed them. Null if the terms were
-- accepted before versions were stored, or on a page that sent no version.
alter table orders add column consent_version text;
alter table bridge_tokens add column consent_version text;
