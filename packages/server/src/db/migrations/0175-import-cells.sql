-- Cells of which the file says more than their text: errors, formats, merged ranges. Null for nearly all rows.
alter table import_row add column cells jsonb;

-- The sheet that the user has chosen, and how the workbook was read, in words. Batches of an earlier release have neither.
alter table import_batch
  add column sheet text,
  add column notes jsonb;
