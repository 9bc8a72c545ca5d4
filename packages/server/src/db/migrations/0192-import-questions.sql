-- What the cells of a row leave open, each with its choices. Null for nearly all rows.
alter table import_row add column questions jsonb;
create index import_row_questions on import_row (batch_id, row_no) where questions is not null;

-- Rows that wait for nothing but answers.
alter table import_batch add column asked_rows integer not null default 0;
