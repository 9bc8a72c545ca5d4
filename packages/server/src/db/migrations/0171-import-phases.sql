-- Rows of one workbook with the same number are different projects if their phases differ.
alter table import_row add column phase text not null default '';
