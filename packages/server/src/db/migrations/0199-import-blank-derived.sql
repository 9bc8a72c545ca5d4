-- Which fields a row leaves empty follows from its cells and the columns of its file. Stored for each row it was most of what
-- an import wrote.
alter table import_row drop column blank;
