-- Drafts that were deleted before there was a bin: their 30 days begin now, or the first upkeep would remove most of them at
-- once. Until then a deletion was the last change of its row; since then it leaves the last change as it was.
update deleted_draft d set deleted_at = now()
from (select 'PROJECT' as entity, id, update_time from es_project where deleted
  union all select 'DEMO', id, update_time from demo_project where deleted
  union all select 'PROV_DEMO', id, update_time from provincial_demo where deleted) p
where p.entity = d.entity and p.id = d.record_id and p.update_time = d.deleted_at;
