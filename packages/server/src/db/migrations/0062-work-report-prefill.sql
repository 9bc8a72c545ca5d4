-- What the platform filled into the table of a work report, and when.
alter table work_report add column prefill jsonb;
