-- Statistics of working data count the last submitted version of a record. That is the record itself until its author
-- changes it; then it is the copy in submitted_project, until the record is submitted again. Of a record that was
-- submitted once and taken back there is no copy, and nothing counts. The two are never counted at once: the copy of a
-- submitted record is the version before it, which counts again if the author takes the submission back.
alter table es_project add column is_counted boolean not null default true;
create table submitted_project (like es_project, primary key (province_code, id));
create index submitted_project_by_id on submitted_project (id);
create index submitted_project_statistics on submitted_project (build_status, province_code) where is_counted;

drop index es_project_statistics;
create index es_project_statistics on es_project (build_status, province_code)
  include (id, city_code, county_code, owner_group_id, owner_type, tech_type, tech_sub_type, app_scenario,
    app_sub_scenario, grid_voltage, rated_power, rated_energy, design_cycles_per_day, total_investment, commission_date,
    retire_date, longitude, latitude, is_counted)
  where not deleted and submitted_once;

-- Steps taken before this change do not say what counted before them. They could be undone for some seconds.
delete from review_undo;

-- Records that are open to their authors (states 0, 2, 4 and 6) count as they were submitted last, or before the
-- submission that was taken back. Of records under review (1, 3, 5) the version before is kept. Place and owner are
-- those of the record, because successions of places and mergers of owners have moved it since.
create temporary table submission_that_counts as
  select p.province_code, p.id, p.declare_status in ('0', '2', '4', '6') as is_open,
    s.no - case when p.declare_status in ('0', '2', '4', '6') and not coalesce(h.is_back, false) then 0 else 1 end as no
  from es_project p
    cross join lateral (select max(no) as no from review_submission
      where province_code = p.province_code and entity = 'PROJECT' and entity_id = p.id) s
    left join lateral (select action = 'WITHDRAW' and to_status = '0' as is_back from flow_history
      where province_code = p.province_code and biz_type = 'PROJECT' and biz_id = p.id and not undone
      order by id desc limit 1) h on true
  where p.submitted_once and not p.deleted and p.declare_status in ('0', '1', '2', '3', '4', '5', '6') and s.no is not null;

insert into submitted_project
select r.* from submission_that_counts c
  join es_project p on p.province_code = c.province_code and p.id = c.id
  join review_submission s on s.province_code = c.province_code and s.entity = 'PROJECT' and s.entity_id = c.id and s.no = c.no
  cross join lateral (select jsonb_object_agg(key, value) as columns from jsonb_each(to_jsonb(p)) where key in (
    'id', 'project_code', 'normalised_name', 'name_keys', 'record_key', 'national_key', 'initials', 'org_id',
    'declare_status', 'country_status', 'origin_dept_id', 'data_source', 'repeat_flag', 'repeat_group_id', 'repeat_reason',
    'read_flag', 'submitted_once', 'last_opinion', 'waiting_since', 'period_year', 'period_quarter', 'warehouse_time',
    'deleted', 'version', 'create_by', 'create_time', 'update_by', 'update_time')) own
  cross join lateral (select jsonb_object_agg(lower(regexp_replace(key, '([A-Z])', '_\1', 'g')), value) as columns
    from jsonb_each(s.content)) content
  cross join lateral jsonb_populate_record(null::es_project,
    jsonb_build_object('is_demonstration', p.is_demonstration, 'project_name', p.project_name) || content.columns || own.columns
      || jsonb_build_object('province_code', p.province_code, 'city_code', p.city_code, 'county_code', p.county_code,
        'owner_group_id', p.owner_group_id, 'is_counted', c.is_open)) r
where content.columns is not null;

update es_project p set is_counted = false from submission_that_counts c
where c.is_open and p.province_code = c.province_code and p.id = c.id
  and (c.no = 0 or exists (select from submitted_project s where s.province_code = c.province_code and s.id = c.id));

drop table submission_that_counts;
