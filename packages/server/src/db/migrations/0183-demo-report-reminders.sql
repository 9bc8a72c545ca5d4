-- Reports of announced projects that an office was reminded of: each at most once a day. The quarter of a year's report is 0.
create table demo_report_reminder (
  kind text not null,
  project_id bigint not null references demo_project (id) on delete cascade,
  year integer not null,
  quarter smallint not null,
  day date not null,
  org_id bigint not null references org (id) on delete cascade,
  create_by text not null,
  create_time timestamptz not null default now(),
  primary key (kind, project_id, year, quarter, day)
);
create index demo_report_reminder_project on demo_report_reminder (project_id);
create index demo_report_reminder_org on demo_report_reminder (org_id);
