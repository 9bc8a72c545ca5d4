-- The orders that lists of many projects are asked for: the largest first, and the latest changed first. Of submitted
-- projects alone, so that the drafts that an import writes cost nothing.
create index es_project_largest on es_project (rated_power desc nulls last, id desc) where not deleted and submitted_once;
create index es_project_changed on es_project (update_time desc nulls last, id desc) where not deleted and submitted_once;

-- The indexes of statistics hold the sub-technology too, which was read from the records.
drop index es_project_statistics;
create index es_project_statistics on es_project (build_status, province_code)
  include (id, city_code, county_code, owner_group_id, owner_type, tech_type, tech_sub_type, app_scenario,
    app_sub_scenario, grid_voltage, rated_power, rated_energy, design_cycles_per_day, total_investment, commission_date,
    retire_date, longitude, latitude)
  where not deleted and submitted_once;
drop index warehouse_project_statistics;
create index warehouse_project_statistics on warehouse_project (year, quarter, build_status, province_code)
  include (city_code, county_code, org_id, owner_group_id, owner_type, tech_type, tech_sub_type, app_scenario,
    app_sub_scenario, grid_voltage, rated_power, rated_energy, total_investment, commission_date, longitude, latitude);
