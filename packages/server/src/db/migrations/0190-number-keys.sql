-- Numbers as they are compared, written by code: null as long as no number is stored, and empty for a placeholder.
alter table es_project add column record_key text, add column national_key text;
drop index es_project_record_no;
drop index es_project_national_code;
create index es_project_record_key on es_project (record_key) where not deleted;
create index es_project_national_key on es_project (national_key) where not deleted;
-- Rows of before, which the server fills at its start.
create index es_project_unkeyed on es_project (id)
  where (record_key is null and record_no <> '') or (national_key is null and national_code <> '');
