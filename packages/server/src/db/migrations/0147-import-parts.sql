-- Parts of a batch whose rows are sent, each once. Blank rows count in a part, but are not stored.
create table import_part (
  batch_id bigint not null references import_batch (id) on delete cascade,
  first_row integer not null,
  row_count integer not null,
  digest text not null,
  primary key (batch_id, first_row)
);

-- Number of the last row, once the last part has come. Earlier ones may follow.
alter table import_batch add column last_row integer;

-- Rows that were sent so far, without numbers.
insert into import_part (batch_id, first_row, row_count, digest)
select id, 1, total_rows, '' from import_batch where not is_complete and total_rows > 0;
