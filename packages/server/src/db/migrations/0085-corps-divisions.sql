-- The divisions of the Corps belong to the Corps, as their figures do, and no longer to Xinjiang.
update region set province_code = '660000', parent_code = '660000'
where code between '659001' and '659099' and exists (select 1 from region where code = '660000');
insert into region (code, name, short_name, level, parent_code, province_code, county_code, region_group)
select '661200', '第十二师', '第十二师', 3, code, code, '661200', region_group
from region where code = '660000' on conflict (code) do nothing;
update region r set lng = p.lng, lat = p.lat
from (values ('659001', 86.0, 44.3), ('659002', 81.3, 40.5), ('659003', 79.1, 39.9), ('659004', 87.5, 44.2),
  ('659005', 87.8, 47.4), ('659006', 85.5, 41.8), ('659007', 82.4, 44.8), ('659008', 80.6, 43.7), ('659009', 79.3, 37.2),
  ('659010', 84.8, 44.7), ('659011', 93.7, 42.8), ('659012', 83.0, 46.4), ('661200', 87.4, 43.8)) as p (code, lng, lat)
where r.code = p.code and r.province_code = '660000';

-- Records of the divisions and everything that is stored under their province.
update es_project set province_code = '660000' where county_code between '659001' and '659099';
update warehouse_project set province_code = '660000', content = content || '{"province_code": "660000"}'
where county_code between '659001' and '659099';
update year_calc set province_code = '660000' where county_code between '659001' and '659099';
update demo_project set province_code = '660000' where county_code between '659001' and '659099';
update usage_report u set province_code = p.province_code from es_project p
where p.id = u.project_id and p.province_code = '660000' and u.province_code <> p.province_code;
update warehouse_usage u set province_code = p.province_code from es_project p
where p.id = u.project_id and p.province_code = '660000' and u.province_code <> p.province_code;
update demo_progress r set province_code = p.province_code from demo_project p
where p.id = r.demo_project_id and p.province_code = '660000' and r.province_code <> p.province_code;
update annual_report r set province_code = p.province_code from demo_project p
where p.id = r.demo_project_id and p.province_code = '660000' and r.province_code <> p.province_code;

-- Review and history are stored under the province of their record.
update review_submission s set province_code = '660000'
where s.province_code = '650000' and (s.entity, s.entity_id) in (
  select 'PROJECT', id from es_project where province_code = '660000'
  union all select 'USAGE', id from usage_report where province_code = '660000'
  union all select 'YEARCALC', id from year_calc where province_code = '660000'
  union all select 'DEMO', id from demo_project where province_code = '660000');
update review_remark s set province_code = '660000'
where s.province_code = '650000' and (s.entity, s.entity_id) in (
  select 'PROJECT', id from es_project where province_code = '660000'
  union all select 'USAGE', id from usage_report where province_code = '660000'
  union all select 'YEARCALC', id from year_calc where province_code = '660000'
  union all select 'DEMO', id from demo_project where province_code = '660000');
update flow_history s set province_code = '660000'
where s.province_code = '650000' and (s.biz_type, s.biz_id) in (
  select 'PROJECT', id from es_project where province_code = '660000'
  union all select 'USAGE', id from usage_report where province_code = '660000'
  union all select 'YEARCALC', id from year_calc where province_code = '660000'
  union all select 'DEMO', id from demo_project where province_code = '660000');
