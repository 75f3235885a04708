-- The page of a file that is being read, and the number of its pages. The widget shows both. They are null if the file
-- is not being read, or is read so fast that no page is recorded.
alter table document_files add column reading_page integer, add column pages_count integer;
