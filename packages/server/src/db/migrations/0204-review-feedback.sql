-- What the applicant of a project that was not selected is told of the experts' opinions.
alter table demo_result add column feedback text;
alter table demo_result add column feedback_by text;
