-- Seals of published batches: a chain over their rows, figures, times and reasons. Rows are inserted and never changed.
create table official_seal (
  no integer primary key,
  year integer not null,
  quarter smallint not null,
  revision integer not null,
  edition bigint not null,
  -- Canonical JSON of what the seal covers, with the digests of the parts and of the figures.
  claim text not null,
  -- Digests of the rows by kind and province.
  parts jsonb not null,
  figures jsonb not null,
  -- SHA-256 over the seal before and the claim.
  seal text not null,
  sealed_at timestamptz not null default now(),
  unique (year, quarter, revision)
);

-- Daily checks of the seals, one row a day.
create table official_check (
  day date primary key,
  checked_at timestamptz not null default now(),
  -- The seal whose rows were checked.
  seal_no integer,
  problems jsonb not null
);
