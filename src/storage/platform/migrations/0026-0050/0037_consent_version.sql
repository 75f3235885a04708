-- The version of the terms that the person accepted, as reported by the page that showed the terms. It is null if the
-- person accepted the terms before versions were stored, or on a page that sent no version.
alter table orders add column consent_version text;
alter table bridge_tokens add column consent_version text;
