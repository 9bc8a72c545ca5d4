-- Whether an import may change projects that an office has returned, and the rows that wait for the consent.
alter table import_row add column held boolean not null default false;
alter table import_batch
  add column take_returned boolean not null default false,
  add column held_rows integer;
