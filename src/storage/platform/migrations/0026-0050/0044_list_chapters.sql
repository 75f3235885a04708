-- Adds chapters. A chapter stands for forty consecutive closed blocks of a list and stores the number of rows in these
-- blocks. Chapters are stored in `list_blocks` under the name `<list>: chapters`. The block closer makes chapters from
-- existing blocks. The code that finds a page is split into two functions, because most pages need only one of them,
-- and even unused parts of a statement take time. Both functions are `stable`: they read the same snapshot as the
-- statement that calls them. In the comments below, a note is a correction of a row count (a row of `list_moves`). It
-- applies to every block that ends at or after the corrected row.

-- For each of the times `since` and `until`, finds the last block that ends before that time and contains rows of the
-- part. Returns the end of each of these two blocks, and the number of the part's rows up to that end. `since` must not
-- be after `until`. If there is no such block, or if `since` is null, the end is -infinity and the number is 0. Also
-- returns the number of pending notes.
create function list_closed(
  the_client text, the_environment text, the_list text, the_part text, until timestamptz, since timestamptz,
  out created_at timestamptz, out id text, out rows_upto bigint,
  out since_created_at timestamptz, out since_id text, out since_rows_upto bigint, out notes bigint
) language plpgsql stable as $$
declare
  piece record;
begin
  created_at := '-infinity';
  id := '';
  rows_upto := 0;
  since_created_at := '-infinity';
  since_id := '';
  since_rows_upto := 0;
  for piece in
    select last_created_at as at, last_id as id, rows_count from list_blocks
    where client_id = the_client and environment = the_environment and list = the_list || ': chapters'
      and part = the_part and last_created_at < until
    order by last_created_at, last_id
  loop
    created_at := piece.at;
    id := piece.id;
    rows_upto := rows_upto + piece.rows_count;
    continue when since is null or piece.at >= since;
    since_created_at := piece.at;
    since_id := piece.id;
    since_rows_upto := rows_upto;
  end loop;
  for piece in
    select last_created_at as at, last_id as id, rows_count from list_blocks
    where client_id = the_client and environment = the_environment and list = the_list and part = the_part
      and (last_created_at, last_id) > (created_at, list_closed.id) and last_created_at < until
    order by last_created_at, last_id
  loop
    created_at := piece.at;
    id := piece.id;
    rows_upto := rows_upto + piece.rows_count;
  end loop;
  if since is not null then
    for piece in
      select last_created_at as at, last_id as id, rows_count from list_blocks
      where client_id = the_client and environment = the_environment and list = the_list and part = the_part
        and (last_created_at, last_id) > (since_created_at, since_id) and last_created_at < since
      order by last_created_at, last_id
    loop
      since_created_at := piece.at;
      since_id := piece.id;
      since_rows_upto := since_rows_upto + piece.rows_count;
    end loop;
  end if;
  select count(*), rows_upto + coalesce(sum(m.change) filter (
      where (m.created_at, m.id) <= (list_closed.created_at, list_closed.id)), 0),
    since_rows_upto + coalesce(sum(m.change) filter (
      where (m.created_at, m.id) <= (since_created_at, since_id)), 0)
  into notes, rows_upto, since_rows_upto from list_moves m
  where m.client_id = the_client and m.environment = the_environment and m.list = the_list and m.part = the_part;
end $$;

-- Finds the closed block that contains a position of the part. Positions are counted from the part's oldest row, which
-- has position 0. Returns the end of the block, and how many of the part's rows in the block are newer than the
-- position. A note (a row of `list_moves`) is counted at the end of its block, even if the block has no other row of
-- the part.
create function list_piece(
  the_client text, the_environment text, the_list text, the_part text, place bigint, notes bigint,
  out created_at timestamptz, out id text, out rows_newer bigint
) language plpgsql stable as $$
declare
  note_ats timestamptz[];
  note_ids text[];
  note_changes integer[];
  piece record;
  chapter_at timestamptz := '-infinity';
  chapter_id text := '';
  next_at timestamptz := 'infinity';
  next_id text := '';
  rows_upto bigint := 0;
  chapter_rows_upto bigint := 0;
begin
  if notes > 0 then
    select array_agg(block.last_created_at), array_agg(block.last_id), array_agg(m.change)
    into note_ats, note_ids, note_changes
    from list_moves m cross join lateral (
      select b.last_created_at, b.last_id from list_blocks b
      where b.client_id = the_client and b.environment = the_environment and b.list = the_list and b.part = ''
        and (b.last_created_at, b.last_id) >= (m.created_at, m.id)
      order by b.last_created_at, b.last_id limit 1
    ) block
    where m.client_id = the_client and m.environment = the_environment and m.list = the_list and m.part = the_part;
  end if;
  for piece in
    select n.at, n.id, sum(n.change) as rows_count, bool_or(n.is_chapter) as is_chapter from (
      select last_created_at, last_id, rows_count, true from list_blocks
      where client_id = the_client and environment = the_environment and list = the_list || ': chapters'
        and part = the_part
      union all
      select note.at, note.id, note.change, false from unnest(note_ats, note_ids, note_changes) as note (at, id, change)
    ) as n (at, id, change, is_chapter)
    group by n.at, n.id order by n.at, n.id
  loop
    rows_upto := rows_upto + piece.rows_count;
    continue when not piece.is_chapter;
    if rows_upto > place then
      next_at := piece.at;
      next_id := piece.id;
      exit;
    end if;
    chapter_at := piece.at;
    chapter_id := piece.id;
    chapter_rows_upto := rows_upto;
  end loop;
  rows_upto := chapter_rows_upto;
  for piece in
    select n.at, n.id, sum(n.change) as rows_count from (
      select last_created_at, last_id, rows_count from list_blocks
      where client_id = the_client and environment = the_environment and list = the_list and part = the_part
        and (last_created_at, last_id) > (chapter_at, chapter_id) and (last_created_at, last_id) <= (next_at, next_id)
      union all
      select note.at, note.id, note.change from unnest(note_ats, note_ids, note_changes) as note (at, id, change)
      where (note.at, note.id) > (chapter_at, chapter_id)
    ) as n (at, id, change)
    group by n.at, n.id order by n.at, n.id
  loop
    rows_upto := rows_upto + piece.rows_count;
    continue when rows_upto <= place;
    created_at := piece.at;
    id := piece.id;
    rows_newer := rows_upto - 1 - place;
    return;
  end loop;
end $$;
