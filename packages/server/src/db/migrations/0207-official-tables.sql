-- Official data. Each act that changes it is an edition: the number of the sync that wrote it. A row counts in the periods
-- from from_period to to_period (year * 4 + quarter), as of the editions from from_edition to the one before to_edition.
-- Empty ends are open. A row is written once and closed once: what was published can always be read as of its edition.
create table official_project (
  province_code text not null,
  project_id bigint not null,
  from_edition bigint not null,
  to_edition bigint,
  from_period integer not null,
  to_period integer,
  -- The version of the record that was taken in, and the sync that took it in.
  project_version integer not null,
  sync_id bigint not null,
  project_code text not null,
  project_name text not null,
  company_name text,
  city_code text,
  county_code text,
  org_id bigint,
  owner_group_id bigint,
  owner_type text,
  build_status text,
  tech_type text,
  tech_sub_type text,
  app_scenario text,
  app_sub_scenario text,
  rated_power numeric(20, 4),
  rated_energy numeric(20, 4),
  design_cycles_per_day numeric(20, 4),
  grid_voltage text,
  total_investment numeric(20, 4),
  commission_date date,
  retire_date date,
  longitude numeric(10, 4),
  latitude numeric(10, 4),
  is_demonstration text,
  primary key (province_code, project_id, from_edition, from_period)
);

-- Complete records as they were taken in by a sync.
create table official_record (
  province_code text not null,
  project_id bigint not null,
  sync_id bigint not null,
  content jsonb not null,
  primary key (province_code, project_id, sync_id)
);

-- Confirmed reports of a quarter.
create table official_report (
  province_code text not null,
  year integer not null,
  quarter smallint not null,
  project_id bigint not null,
  from_edition bigint not null,
  to_edition bigint,
  usage_id bigint not null,
  usage_version integer not null,
  sync_id bigint not null,
  charge_energy numeric(20, 4),
  discharge_energy numeric(20, 4),
  off_grid_energy numeric(20, 4),
  on_grid_energy numeric(20, 4),
  charge_times integer,
  discharge_times integer,
  run_hours numeric(20, 4),
  planned_outage_hours numeric(20, 4),
  unplanned_outage_times integer,
  unplanned_outage_hours numeric(20, 4),
  period_hours integer not null,
  total_revenue numeric(20, 4),
  safety_events integer,
  content jsonb not null,
  primary key (province_code, year, quarter, project_id, from_edition)
);

-- Revisions of periods. The figures of one never change; the highest number of a period is current.
create table official_revision (
  year integer not null,
  quarter smallint not null,
  no integer not null,
  edition bigint not null,
  -- SYNC: the period was stored itself. BACKCAST: published with a later period's rows, by their dates. REVISION: a later
  -- sync revised it.
  origin text not null,
  -- Of published revisions: figures, digests of rows and figures, and a hash over them and the seal before.
  figures jsonb,
  rows_digest text,
  figures_digest text,
  seal_no integer unique,
  seal text,
  sealed_at timestamptz,
  primary key (year, quarter, no)
);

-- Acts on official data.
create table official_edition (
  id bigint primary key,
  kind text not null,
  at timestamptz not null,
  by_user text
);

-- Periods that the nation has published, each once. Figures of a published period change by revisions alone.
create table official_publication (
  year integer not null,
  quarter smallint not null,
  edition bigint not null,
  published_at timestamptz not null,
  by_user text,
  primary key (year, quarter)
);

-- A stored row counts until the next stored period; rows of the first one count in all periods before it.
insert into official_project (province_code, project_id, from_edition, to_edition, from_period, to_period, project_version,
  sync_id, project_code, project_name, company_name, city_code, county_code, org_id, owner_group_id, owner_type,
  build_status, tech_type, tech_sub_type, app_scenario, app_sub_scenario, rated_power, rated_energy,
  design_cycles_per_day, grid_voltage, total_investment, commission_date, retire_date, longitude, latitude,
  is_demonstration)
with stored as (
  select n, n = min(n) over () as is_first, lead(n) over (order by n) - 1 as last
  from (select distinct year * 4 + quarter as n from warehouse_project) s),
ranged as (
  select w.province_code, w.project_id, w.sync_id, min(case when s.is_first then 0 else s.n end) as from_period,
    case when bool_or(s.last is null) then null else max(s.last) end as to_period, max(s.n) as n
  from warehouse_project w join stored s on s.n = w.year * 4 + w.quarter
  group by 1, 2, 3)
select w.province_code, w.project_id, w.sync_id, null, r.from_period, r.to_period, w.project_version,
  w.sync_id, w.project_code, w.project_name, w.company_name, w.city_code, w.county_code, w.org_id, w.owner_group_id,
  w.owner_type, w.build_status, w.tech_type, w.tech_sub_type, w.app_scenario, w.app_sub_scenario, w.rated_power,
  w.rated_energy, w.design_cycles_per_day, w.grid_voltage, w.total_investment, w.commission_date,
  (w.content ->> 'retire_date')::date, w.longitude, w.latitude, w.is_demonstration
from ranged r join warehouse_project w on w.province_code = r.province_code and w.project_id = r.project_id
  and w.sync_id = r.sync_id and w.year * 4 + w.quarter = r.n;

insert into official_record (province_code, project_id, sync_id, content)
select distinct on (province_code, project_id, sync_id) province_code, project_id, sync_id, content
from warehouse_project order by province_code, project_id, sync_id, year desc, quarter desc;

insert into official_report (province_code, year, quarter, project_id, from_edition, usage_id, usage_version, sync_id,
  charge_energy, discharge_energy, off_grid_energy, on_grid_energy, charge_times, discharge_times, run_hours,
  planned_outage_hours, unplanned_outage_times, unplanned_outage_hours, period_hours, total_revenue, safety_events, content)
select province_code, year, quarter, project_id, sync_id, usage_id, usage_version, sync_id,
  charge_energy, discharge_energy, off_grid_energy, on_grid_energy, charge_times, discharge_times, run_hours,
  planned_outage_hours, unplanned_outage_times, unplanned_outage_hours, period_hours, total_revenue, safety_events, content
from warehouse_usage;

insert into official_revision (year, quarter, no, edition, origin)
select p.year, p.quarter, (select count(*) from warehouse_sync s where s.year = p.year and s.quarter = p.quarter
  and not s.dry_run and s.id <= p.sync_id), p.sync_id, 'SYNC'
from warehouse_period p where p.sync_id is not null;

insert into official_edition (id, kind, at, by_user)
select id, 'SYNC', finished_at, create_by from warehouse_sync where not dry_run;

-- Until now a period was published as soon as it was stored, its window had closed and its reports were reviewed. Listed
-- were the last eight quarters, and the ends of six years.
insert into official_publication (year, quarter, edition, published_at, by_user)
select p.year, p.quarter, s.edition, now(), 'system'
from (
    select (n - 1) / 4 as year, (n - 1) % 4 + 1 as quarter, n
    from (select extract(year from now() at time zone 'Asia/Shanghai')::integer * 4
        + extract(quarter from now() at time zone 'Asia/Shanghai')::integer - 1 as closed) today
      cross join lateral generate_series(closed - 35, closed) n
    where n > closed - 8 or (n % 4 = 0 and (n - 4) / 4 >= (closed - 1) / 4 - 6)) p
  cross join (select max(edition) as edition from official_revision) s
where exists (select from official_revision r where r.year * 4 + r.quarter >= p.n)
  and not exists (select from warehouse_period o where o.year = p.year and o.quarter = p.quarter and o.continued)
  and not exists (select from fill_time f where f.fill_type = 'QUARTER' and f.year = p.year and f.quarter = p.quarter
    and f.enabled and now() between f.start_time and f.end_time)
  and not exists (select from usage_report u where u.year = p.year and u.quarter = p.quarter and u.status in ('1', '3'));

insert into official_revision (year, quarter, no, edition, origin)
select p.year, p.quarter, 1, p.edition, 'BACKCAST' from official_publication p
where not exists (select from official_revision r where r.year = p.year and r.quarter = p.quarter);

-- Confirmed reports of published quarters that were not stored themselves.
insert into official_report (province_code, year, quarter, project_id, from_edition, usage_id, usage_version, sync_id,
  charge_energy, discharge_energy, off_grid_energy, on_grid_energy, charge_times, discharge_times, run_hours,
  planned_outage_hours, unplanned_outage_times, unplanned_outage_hours, period_hours, total_revenue, safety_events, content)
select u.province_code, u.year, u.quarter, u.project_id, v.edition, u.id, u.version, v.edition,
  u.charge_energy, u.discharge_energy, u.off_grid_energy, u.on_grid_energy, u.charge_times, u.discharge_times, u.run_hours,
  u.planned_outage_hours, u.unplanned_outage_times, u.unplanned_outage_hours,
  greatest(0, ((d.first + interval '3 months')::date - greatest(d.first, coalesce(w.commission_date, d.first))) * 24),
  coalesce(u.revenue_spot, 0) + coalesce(u.revenue_ancillary, 0) + coalesce(u.revenue_lease, 0)
    + coalesce(u.revenue_capacity, 0) + coalesce(u.revenue_peak_valley, 0) + coalesce(u.revenue_other, 0),
  u.safety_events, to_jsonb(u)
from official_revision v
  join usage_report u on u.year = v.year and u.quarter = v.quarter and u.status = '5'
  join official_project w on w.province_code = u.province_code and w.project_id = u.project_id
    and w.from_period <= v.year * 4 + v.quarter and (w.to_period is null or w.to_period >= v.year * 4 + v.quarter)
  cross join lateral (select make_date(u.year, u.quarter * 3 - 2, 1) as first) d
where v.origin = 'BACKCAST';

drop table warehouse_project;
drop table warehouse_usage;

-- The rows of today's figures. Older editions are read by the key.
create index official_project_statistics on official_project (build_status, province_code)
  include (from_period, to_period, city_code, county_code, org_id, owner_group_id, owner_type, tech_type, tech_sub_type,
    app_scenario, app_sub_scenario, grid_voltage, rated_power, rated_energy, total_investment, commission_date, longitude,
    latitude)
  where to_edition is null;
create index official_project_id on official_project (project_id) where to_edition is null;
create index official_project_org on official_project (org_id, project_id) where to_edition is null;
create index official_project_group on official_project (owner_group_id, project_id) where to_edition is null;
create index official_project_city on official_project (city_code, project_id) where to_edition is null;
create index official_project_county on official_project (county_code, project_id) where to_edition is null;
create index official_project_edition on official_project (from_edition);
create index official_project_closed on official_project (to_edition) where to_edition is not null;
create index official_report_period on official_report (year, quarter) where to_edition is null;
create index official_report_usage on official_report (usage_id, usage_version);
create statistics official_project_years on (extract(year from commission_date)) from official_project;

-- The owner of today that a merged one belongs to, over all its mergers.
alter table owner_dict add column merged_into bigint references owner_dict (id);
create index owner_dict_merged on owner_dict (merged_into) where merged_into is not null;

-- Figures of use before and after a restatement. Older ones do not tell them.
alter table warehouse_restatement
  add column due_before integer,
  add column due_after integer,
  add column reported_before integer,
  add column reported_after integer,
  add column hours_before numeric(20, 4),
  add column hours_after numeric(20, 4);
