-- The moment at which the nation announced a batch. It ends the review of all its projects, of those not selected, too.
alter table demo_publicity add column announced_at timestamptz;
update demo_publicity b set announced_at = (
  select max(h.time) from flow_history h join demo_project p on p.id = h.biz_id
  where h.biz_type = 'DEMO' and h.action = 'ANNOUNCE' and not h.undone
    and p.batch_year = b.batch_year and p.batch_no = b.batch_no and p.status in ('12', '13'));
