-- Reports of scoring attributes. A report made from a person's links is sealed under the person's key and is deleted
-- with the person or the link. A report made from data that a client sent has neither person nor link, and is sealed
-- under the client's own key.
create table scoring_reports (
  client_id text not null,
  environment text not null,
  id text not null,
  user_id text,
  link_id text,
  -- Keyed hash of the customer. It is used to find an earlier report for the customer, and reveals nothing about the
  -- customer.
  customer_hash bytea not null,
  refresh boolean not null,
  status text not null,
  sealed bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (client_id, environment, id)
);
create index scoring_reports_of_customer on scoring_reports (client_id, environment, customer_hash);
create index scoring_reports_of_user on scoring_reports (client_id, environment, user_id) where user_id is not null;
create index scoring_reports_of_link on scoring_reports (client_id, environment, link_id) where link_id is not null;
