-- What statistics add up, in indexes that hold all of it: an order of magnitude narrower than the records. Of submitted
-- projects alone, so that the drafts that an import writes cost nothing.
create index es_project_statistics on es_project (build_status, province_code)
  include (id, city_code, county_code, owner_group_id, owner_type, tech_type, app_scenario, app_sub_scenario, grid_voltage,
    rated_power, rated_energy, design_cycles_per_day, total_investment, commission_date, retire_date, longitude, latitude)
  where not deleted and submitted_once;
create index warehouse_project_statistics on warehouse_project (year, quarter, build_status, province_code)
  include (city_code, county_code, org_id, owner_group_id, owner_type, tech_type, app_scenario, app_sub_scenario,
    grid_voltage, rated_power, rated_energy, total_investment, commission_date, longitude, latitude);
create index usage_report_statistics on usage_report (year, quarter, province_code, project_id)
  include (charge_energy, discharge_energy, off_grid_energy, on_grid_energy, planned_outage_hours,
    unplanned_outage_hours, unplanned_outage_times, revenue_spot, revenue_ancillary, revenue_lease, revenue_capacity,
    revenue_peak_valley, revenue_other)
  where status in ('1', '3', '5');

-- How many groups there are: without it the planner sorts all rows instead of hashing few groups.
create statistics es_project_years on (extract(year from commission_date)) from es_project;
create statistics warehouse_project_years on (extract(year from commission_date)) from warehouse_project;

-- Lists and badges are counted in it; of drafts each office counts its own, by es_project_org.
create index es_project_submitted on es_project (province_code, declare_status, country_status)
  where not deleted and submitted_once;
drop index es_project_status;

-- The ledger of those whose reach is less than a province.
create index warehouse_project_org on warehouse_project (org_id, year, quarter, project_id);
create index warehouse_project_group on warehouse_project (owner_group_id, year, quarter, project_id);
create index warehouse_project_city on warehouse_project (city_code, year, quarter, project_id);
create index warehouse_project_county on warehouse_project (county_code, year, quarter, project_id);

-- What a company's projects are compared by, so that those unlike in size and place are passed over in the index.
create index es_project_company on es_project (credit_code, rated_power, rated_energy, longitude, latitude)
  where not deleted;
drop index es_project_credit_code;
