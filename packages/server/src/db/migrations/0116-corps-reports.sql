-- What 0085 left under Xinjiang: the review and history of reports on demonstration projects, and imports.
update review_submission s set province_code = '660000'
where s.province_code = '650000' and (s.entity, s.entity_id) in (
  select 'PROGRESS', id from demo_progress where province_code = '660000'
  union all select 'ANNUAL', id from annual_report where province_code = '660000');
update review_remark s set province_code = '660000'
where s.province_code = '650000' and (s.entity, s.entity_id) in (
  select 'PROGRESS', id from demo_progress where province_code = '660000'
  union all select 'ANNUAL', id from annual_report where province_code = '660000');
update flow_history s set province_code = '660000'
where s.province_code = '650000' and (s.biz_type, s.biz_id) in (
  select 'PROGRESS', id from demo_progress where province_code = '660000'
  union all select 'ANNUAL', id from annual_report where province_code = '660000');
update import_batch b set province_code = '660000' from org o join region r on r.code = o.region_code
where o.id = b.org_id and b.province_code = '650000' and r.province_code = '660000';
