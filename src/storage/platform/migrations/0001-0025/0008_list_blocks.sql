-- Blocks make it possible to find a list's length and the starts of its pages without counting a million rows. A list
-- in ascending order (created_at, id) only grows at its end, so its older part is divided into blocks. A block contains
-- the rows after the previous block's last key, up to and including its own last key. A block that has no rows left can
-- therefore simply be removed. The rows after the last block are the open tail, which is counted on every read.
create table list_blocks (
  client_id text not null,
  environment text not null,
  list text not null,
  last_created_at timestamptz not null,
  last_id text not null,
  rows_count integer not null check (rows_count >= 0),
  primary key (client_id, environment, list, last_created_at, last_id)
);
