-- The orders that lists of many projects are asked for: the largest first, and the latest changed first. Of submitted
-- projects alone, so that the drafts that an import writes cost nothing.
create index es_project_largest on es_project (rated_power desc nulls last, id desc) where not deleted and submitted_once;
create index es_project_changed on es_project (update_time desc nulls last, id desc) where not deleted and submitted_once;
