-- The last serial number of each batch; its row lock orders the projects that are made at once.
create table demo_serial (
  batch_year integer not null,
  batch_no integer not null,
  last integer not null,
  primary key (batch_year, batch_no)
);

-- The values taken from the linked project, by field. They are locked until the applicant takes newer ones.
alter table demo_project add column linked_values jsonb not null default '{}';
-- Until when a returned project may be changed although the time of filling in is over.
alter table demo_project add column due_date date;

-- Judgements of the formal check, by point.
create table demo_formal_check (
  project_id bigint not null references demo_project (id),
  point text not null,
  verdict text not null,
  text text,
  judged_by text not null,
  judged_at timestamptz not null default now(),
  primary key (project_id, point)
);
