-- Fields of a part that were copied from an earlier application and not changed since, with its year: {field: year}.
alter table demo_part add column copied_fields jsonb not null default '{}';
