-- The connection to the grid that was planned when a project was submitted first, or when it is first known. Later plans do
-- not move it, so that delays are measured against the first one.
alter table es_project add column first_plan_grid_date date;
alter table submitted_project add column first_plan_grid_date date;

-- The first submission that is kept says what was planned then. Records from before submissions were kept have today's plan.
update es_project p set first_plan_grid_date = coalesce(
  (select case when s.content ->> 'planGridDate' ~ '^\d{4}-\d{2}-\d{2}$' then (s.content ->> 'planGridDate')::date end
    from review_submission s
    where s.province_code = p.province_code and s.entity = 'PROJECT' and s.entity_id = p.id order by s.no limit 1),
  p.plan_grid_date)
where p.submitted_once;
update submitted_project s set first_plan_grid_date = coalesce(p.first_plan_grid_date, s.plan_grid_date)
from es_project p where p.province_code = s.province_code and p.id = s.id;

-- Days that the stage of an official project depends on.
alter table official_project
  add column record_date date,
  add column start_date date,
  add column grid_date date,
  add column stop_date date,
  add column terminate_date date,
  add column first_plan_grid_date date;
update official_project w set
  record_date = (r.content ->> 'record_date')::date,
  start_date = (r.content ->> 'start_date')::date,
  grid_date = (r.content ->> 'grid_date')::date,
  stop_date = (r.content ->> 'stop_date')::date,
  terminate_date = (r.content ->> 'terminate_date')::date,
  first_plan_grid_date = coalesce(
    (select p.first_plan_grid_date from es_project p where p.province_code = w.province_code and p.id = w.project_id),
    (r.content ->> 'plan_grid_date')::date)
from official_record r
where r.province_code = w.province_code and r.project_id = w.project_id and r.sync_id = w.sync_id;
