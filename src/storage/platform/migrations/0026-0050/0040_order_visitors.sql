-- Keyed hash of the cookie value that identifies the browser for which a landing page created the token. Null for
-- tokens used on the client's own page. The cookie value itself is stored only in the browser.
alter table bridge_tokens add column browser_hash bytea;

-- Browsers that must enter a code before they may see data that another browser connected to an order.
create table order_visitors (
  client_id text not null,
  environment text not null,
  order_id text not null,
  browser_hash bytea not null,
  user_id text not null,
  -- The newest code's hash; null once the code was used or too many attempts failed.
  code_hash bytea,
  code_expires_at timestamptz not null,
  tries integer not null default 0,
  confirmed_at timestamptz,
  primary key (client_id, environment, order_id, browser_hash)
);
create index order_visitors_of_user on order_visitors (client_id, environment, user_id);
