-- Drafts that were deleted and can be restored for 30 days. Their rows stay where they are, with `deleted` set, which every
-- read of their tables refuses already; the upkeep removes both.
create table deleted_draft (
  entity text not null check (entity in ('PROJECT', 'DEMO', 'PROV_DEMO')),
  record_id bigint not null,
  deleted_at timestamptz not null,
  -- Account of the person.
  deleted_by text,
  primary key (entity, record_id)
);
create index deleted_draft_age on deleted_draft (deleted_at);
insert into deleted_draft (entity, record_id, deleted_at, deleted_by)
select 'PROJECT', id, update_time, update_by from es_project where deleted and not submitted_once
union all select 'DEMO', id, update_time, update_by from demo_project where deleted and not submitted_once
union all select 'PROV_DEMO', id, update_time, update_by from provincial_demo where deleted;
