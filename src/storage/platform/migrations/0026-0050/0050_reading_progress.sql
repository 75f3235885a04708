-- The page of a file that is being read, and the number of its pages, which the widget shows. Null if the file is not
-- being read, or is read so fast that it is not noted.
alter table document_files add column reading_page integer, add column pages_count integer;
