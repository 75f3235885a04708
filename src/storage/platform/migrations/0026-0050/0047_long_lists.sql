-- A page of a long list is found by the statement that reads it (pages.ts): fewer statements than in these functions.
drop function list_closed(text, text, text, text, timestamptz, timestamptz);
drop function list_piece(text, text, text, text, bigint, bigint);
