-- Bulletins of published periods as they were issued, to the byte: a later version of the platform, its fonts or a new name
-- of a division would draw others from the same figures.
create table issued_bulletin (
  code text primary key references issued_document (code),
  year integer not null,
  quarter smallint not null,
  -- Whose bulletin it is: the places and offices that its figures are of.
  reach text not null,
  -- Batches that its figures are of, its own first.
  basis text not null,
  -- Path and conditions of the portal's page with its figures.
  page text not null,
  content bytea not null,
  unique (year, quarter, reach, basis)
);
