-- Provinces that the nation reminded of a work report: each at most once a day.
create table work_report_reminder (
  province_code text not null,
  year integer not null,
  report_type text not null,
  day date not null,
  message_id bigint references message_push (id) on delete set null,
  create_by text not null,
  create_time timestamptz not null default now(),
  primary key (province_code, year, report_type, day)
);
create index work_report_reminder_message on work_report_reminder (message_id);
