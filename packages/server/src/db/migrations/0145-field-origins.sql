-- Who set a field of a project last, since the project was made. A field without a row has the value that it was made with.
create table field_origin (
  project_id bigint not null,
  field text not null,
  origin text not null check (origin in ('TYPED', 'REVIEW', 'IMPORT', 'SYSTEM')),
  by_name text not null,
  time timestamptz not null default now(),
  primary key (project_id, field)
);

-- Fields that an import takes although a person has corrected them; * stands for all.
alter table import_batch add column force_fields text[] not null default '{}';
