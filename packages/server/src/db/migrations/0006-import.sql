-- An import runs in whichever copy of the server holds its lease; another takes it up when the lease runs out.
alter table import_batch
  -- Rows that are sent in parts are taken up when the last part has come.
  add column is_complete boolean not null default true,
  add column letters jsonb not null default '{}',
  -- Where headings and notes stand in the workbook.
  add column layout jsonb,
  add column lease_owner text,
  add column lease_until timestamptz,
  add column attempts integer not null default 0,
  add column submit_cursor integer not null default 0;

-- What two rows, or a row and a project, have in common when they are the same project.
alter table import_row
  add column same_name text,
  add column record_no text,
  add column national_code text;
create index import_row_same_name on import_row (batch_id, same_name) where same_name is not null;
create index import_row_record_no on import_row (batch_id, record_no) where record_no is not null;
create index import_row_national_code on import_row (batch_id, national_code) where national_code is not null;
create index es_project_same on es_project (credit_code, normalised_name) where not deleted;
