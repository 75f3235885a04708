-- Drops two functions that are no longer needed. The statement that reads a page of a long list now also finds the page
-- (pages.ts). This takes fewer statements than before.
drop function list_closed(text, text, text, text, timestamptz, timestamptz);
drop function list_piece(text, text, text, text, bigint, bigint);
