-- The browser a landing page's token was created for; null for tokens of the client's own page. Only a keyed hash: the
-- value itself is in the browser's cookie.
alter table bridge_tokens add column browser_hash bytea;

-- Browsers that must enter a code before they may see what another browser connected in an order.
create table order_visitors (
  client_id text not null,
  environment text not null,
  order_id text not null,
  browser_hash bytea not null,
  user_id text not null,
  -- The newest code; null once it was used or tried too often.
  code_hash bytea,
  code_expires_at timestamptz not null,
  tries integer not null default 0,
  confirmed_at timestamptz,
  primary key (client_id, environment, order_id, browser_hash)
);
create index order_visitors_of_user on order_visitors (client_id, environment, user_id);
