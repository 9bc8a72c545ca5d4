-- When a quarterly report was first submitted. It stays when the report is returned and submitted again, so that who was
-- on time does not change afterwards. Of earlier reports it is what their histories say.
alter table usage_report add column first_submitted_at timestamptz;
update usage_report u set first_submitted_at = h.time
  from (select province_code, biz_id, min(time) as time from flow_history
    where biz_type = 'USAGE' and action = 'SUBMIT' group by province_code, biz_id) h
  where h.province_code = u.province_code and h.biz_id = u.id;
