-- The statement that reads a page of a long list also finds it (pages.ts): fewer statements than in these functions.
drop function list_closed(text, text, text, text, timestamptz, timestamptz);
drop function list_piece(text, text, text, text, bigint, bigint);
