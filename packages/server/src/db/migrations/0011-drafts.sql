-- A draft is looked for by its office alone: an import, which writes thousands of them, has less to write, and who looks
-- at what was submitted passes over none. Of its own drafts an office counts what stands in the index.
drop index es_project_city, es_project_county, es_project_group, es_project_org;
create index es_project_city on es_project (city_code, id) where not deleted and submitted_once;
create index es_project_county on es_project (county_code, id) where not deleted and submitted_once;
create index es_project_group on es_project (owner_group_id, id) where not deleted and submitted_once;
create index es_project_latest on es_project (id) where not deleted and submitted_once;
create index es_project_org on es_project (org_id, id) include (submitted_once, province_code) where not deleted;
