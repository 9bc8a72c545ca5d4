-- Proof of a registration, when it was last handed in, and when its county was reminded of it.
alter table app_user
  add column license_file_id bigint references file_info (id),
  add column letter_file_id bigint references file_info (id),
  add column submit_time timestamptz,
  add column reviewer_reminded timestamptz;
update app_user set submit_time = create_time where status = '0';
create index app_user_waiting on app_user (submit_time) where status = '0';
