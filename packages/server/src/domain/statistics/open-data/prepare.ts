import {
  AppScenario,
  AppSubScenario,
  BuildStatus,
  DurationBand,
  ScaleBand,
  TechType,
} from '@xinchu/contract/codes'
import { revenueFields } from '@xinchu/validators'
import { snake } from '../../columns.ts'
import type { Dimension } from '../dimensions.ts'

/** Dimensions of projects, which are columns of the views by these names. */
export type Grouped = Exclude<Dimension, 'year'>

const quoted = (...codes: readonly string[]) => codes.map((code) => `'${code}'`).join(', ')

/** Keys of groups by the columns of the files; empty if not filled in. */
const KEYS: Readonly<Record<Grouped, string>> = {
  region: 'case place_level when 1 then province_code when 2 then city else county end',
  regionGroup: 'region_group',
  techType: 'tech_type',
  techSubType: 'tech_sub_type',
  statTechGroup: `case tech_type when ${quoted(TechType.lithium)} then 'li' when ${quoted(TechType.compressedAir)} then 'caes'
    when ${quoted(TechType.flow)} then 'flow' when ${quoted(TechType.lead)} then 'lead'
    when ${quoted(TechType.flywheel)} then 'flywheel' else 'other' end`,
  appScenario: 'app_scenario',
  appSubScenario: 'app_sub_scenario',
  statScenarioGroup: `case when app_sub_scenario in (${quoted(AppSubScenario.independent, AppSubScenario.shared)}) then 'ind'
    when app_sub_scenario = ${quoted(AppSubScenario.renewable)} then 're' else 'oth' end`,
  scaleBand: `case when rated_power < 1 then ${quoted(ScaleBand.below1Mw)} when rated_power < 10 then ${quoted(ScaleBand.from1Mw)}
    when rated_power < 100 then ${quoted(ScaleBand.from10Mw)} when rated_power < 1000 then ${quoted(ScaleBand.above100Mw)}
    else ${quoted(ScaleBand.above1000Mw)} end`,
  durationBand: `case when rated_power <= 0 then null when rated_energy < rated_power * 2 then ${quoted(DurationBand.below2h)}
    when rated_energy < rated_power * 4 then ${quoted(DurationBand.from2h)} when rated_energy < rated_power * 8 then ${quoted(DurationBand.above4h)}
    when rated_energy >= rated_power * 8 then ${quoted(DurationBand.above8h)} end`,
  ownerType: 'owner_type',
  gridVoltage: 'grid_voltage',
  buildStatus: 'build_status',
}

const keys = Object.entries(KEYS)
  .map(([name, sql]) => `  coalesce(${sql}, '') as "${name}"`)
  .join(',\n')

/** Files, figures of scale and use, and measured stations. */
const MEASURED = `-- 页面上的筛选条件写在前两个视图里，例如 where tech_type in (${quoted(TechType.lithium)}) and province_code = '640000'；选了省份的，地区为地市：
-- 第三个视图改为 select * replace (2 as place_level)。其余查询不变。
create or replace view chosen_projects as from 'projects.parquet';
create or replace view chosen_stations as from 'usage.parquet';
create or replace view chosen_period as from 'period.parquet';

create or replace view names as
select dict, value, label from 'dictionaries.parquet' union all select 'region', code, name from 'regions.parquet';
create or replace macro name_of(a_dict, a_code) as
  case a_code when '' then '未填报' else coalesce((select label from names where dict = a_dict and value = a_code), a_code) end;

create or replace macro keyed(rows_of) as table
with placed as (
  select p.*, e.year, e.quarter, e.place_level, e.deadline, r.region_group, coalesce(city_code, county_code) as city, coalesce(county_code, city_code) as county,
    last_day(make_date(e.year, e.quarter * 3, 1)) as period_end
  from query_table(rows_of) p cross join chosen_period e left join 'regions.parquet' r on r.code = p.province_code)
select * exclude (region_group),
${keys}
from placed;

create or replace view stored as
select *, year(commission_date) as commissioned from keyed('chosen_projects')
where commission_date is null or commission_date <= period_end;

create or replace view operating as from stored where build_status in (${quoted(BuildStatus.operating, BuildStatus.stopped)});

-- 每个年末的在运项目：本年之前投运的项目每年各一行。
create or replace view yearly as
select o.* replace (y.year as year)
from (select unnest(generate_series((select min(commissioned) from operating), (select max(year) from operating))) as year) y
  join operating o on o.commissioned <= y.year;

create or replace view stations as
select *, charge_energy is not null and discharge_energy is not null as has_both,
  period_end - greatest(make_date(year, quarter * 3 - 2, 1), commission_date) + 1 as days,
  greatest(make_date(year, quarter * 3 - 2, 1) - greatest(make_date(year, quarter * 3 - 2, 1) - interval 3 months,
    commission_date)::date, 0) as days_before,
  case when app_scenario = ${quoted(AppScenario.userSide)} then 'user' else 'other' end as side,
  case when reported then ${revenueFields.map((field) => `coalesce(${snake(field)}, 0)`).join(' + ')} end as revenue
from keyed('chosen_stations');

-- 按十进制写法四舍五入，所以 2.43625 得 2.4363。
create or replace macro rounded(x, places) as round(x::varchar::decimal(38, 18), places);
-- 单站的值与分位数先保留八位，二进制小数的误差不影响进位。
create or replace macro quotient(x) as round(x::decimal(36, 8), 4);
create or replace macro ratio(part, whole) as case when whole > 0 then rounded(part::double / whole::double, 4) end;
create or replace macro percent(part, whole) as case when whole > 0 then rounded(part::double / whole::double * 100, 4) end;

-- 规模：占比是在同一 within_of 之内的占比。
create or replace macro scale_by(rows_of, key_of, within_of) as table
select key, count(*) as "projectCount", sum(rated_power) as "ratedPower", sum(rated_energy) as "ratedEnergy",
  ratio(sum(rated_energy), sum(rated_power)) as "avgDuration",
  coalesce(sum(rated_power) filter (commissioned = year), 0) as "addPower",
  coalesce(sum(rated_energy) filter (commissioned = year), 0) as "addEnergy",
  coalesce(percent(sum(rated_power), sum(sum(rated_power)) over (partition by within)), 0) as "powerShare",
  coalesce(percent(sum(rated_energy), sum(sum(rated_energy)) over (partition by within)), 0) as "energyShare",
  percent(coalesce(sum(rated_power) filter (commissioned = year), 0),
    sum(rated_power) - coalesce(sum(rated_power) filter (commissioned = year), 0)) as "yoyPower",
  coalesce(sum(total_investment), 0) as investment, any_value(year) as year
from (select *, key_of as key, within_of as within from query_table(rows_of)) group by within, key;

-- 使用情况：效率为电量之和的比，小时按功率加权，次数按能量加权。
create or replace macro usage_by(key_of) as table
select key, count(*) as "dueProjects", count(*) filter (reported) as "reportedProjects",
  percent(count(*) filter (reported), count(*)) as "reportRate",
  percent(sum(rated_power) filter (reported), sum(rated_power)) as "powerRate",
  sum(charge_energy) as "chargeEnergy", sum(discharge_energy) as "dischargeEnergy",
  ratio(sum(charge_energy + discharge_energy) * 10, sum(rated_power) filter (has_both)) as "equivalentUtilizationHours",
  ratio(sum(charge_energy + discharge_energy) * 10, sum(rated_energy) filter (has_both) * 2) as "equivalentCycles",
  percent(sum(discharge_energy) filter (has_both), sum(charge_energy) filter (has_both)) as "conversionEfficiency",
  percent(sum(on_grid_energy) filter (off_grid_energy is not null), sum(off_grid_energy) filter (on_grid_energy is not null))
    as "comprehensiveEfficiency",
  percent(sum(days * 24 - planned_outage_hours - unplanned_outage_hours),
    sum(days * 24) filter (planned_outage_hours + unplanned_outage_hours is not null)) as "availabilityFactor",
  sum(unplanned_outage_times) as "unplannedOutageTimes",
  percent(sum(charge_energy + discharge_energy) * 10,
    sum(rated_energy * coalesce(nullif(design_cycles_per_day, 0), 1) * days) filter (has_both) * 2) as "utilizationIndex",
  sum(revenue) as revenue, any_value(year) as year, any_value(quarter) as quarter
from (select *, key_of as key from stations) group by key;

-- 逐站：利用小时，以及复核规则标记的值。
create or replace view measured as
select *, (charge_energy + discharge_energy) * 10 as moved, (charge_energy_before + discharge_energy_before) * 10 as moved_before,
  ((charge_energy + discharge_energy) * 10)::double / nullif(rated_power, 0)::double as hours,
  coalesce(charge_energy, 0) + coalesce(discharge_energy, 0) = 0 as is_idle,
  2 * rated_energy * nullif(design_cycles_per_day, 0) * days as allowed
from stations where reported;
`

/** Values that the rules mark, and stations with marks that are open. */
const MARKED = `
-- 同类电站：范围内全部电站，不受筛选条件影响。
create or replace view limits as
select coalesce(app_sub_scenario, '') as scenario, quantile_disc(hours, 0.01) as least, quantile_disc(hours, 0.99) as most
from (select *, ((charge_energy + discharge_energy) * 10)::double / nullif(rated_power, 0)::double as hours from 'usage.parquet')
where hours is not null and charge_energy + discharge_energy > 0 group by 1;

create or replace view found as
select *, 'OUT-P' as rule, 'utilizationIndex' as indicator, moved::double / allowed::double * 100 as value, 100 as bound
from measured where moved > allowed
union all select *, 'OUT-P', 'conversionEfficiency', discharge_energy::double / nullif(charge_energy, 0)::double * 100, 100
from measured where discharge_energy > charge_energy
union all select *, 'OUT-P', 'comprehensiveEfficiency', on_grid_energy::double / nullif(off_grid_energy, 0)::double * 100, 100
from measured where on_grid_energy > off_grid_energy
union all select *, 'OUT-P', 'equivalentUtilizationHours', hours, days * 24
from measured where moved > rated_power * days * 24
union all select *, 'OUT-T', 'equivalentUtilizationHours', hours,
  moved_before::double / nullif(rated_power, 0)::double * days / nullif(days_before, 0)
from measured where moved > 0 and moved_before > 0 and days_before > 0
  and (moved * days_before > 5 * moved_before * days or 5 * moved * days_before < moved_before * days)
union all select m.*, 'OUT-H', 'equivalentUtilizationHours', hours, case when hours > most then most else least end
from measured m join limits on scenario = "appSubScenario" where not is_idle and (hours < least or hours > most)
union all select *, 'OUT-L', 'equivalentUtilizationHours', coalesce(hours, 0), 0
from measured where is_idle and build_status = ${quoted(BuildStatus.operating)};

create or replace macro hours_text(x) as format('{:,.2f} h', rounded(x, 2)::double);

-- 值改变之后，确认不再有效。
create or replace view marks as
select f.*, list_position(['OUT-P', 'OUT-T', 'OUT-H', 'OUT-L'], f.rule) as step, c.time, c.reason, c.org_name,
  case when f.rule = 'OUT-L' then '> 0' when f.rule = 'OUT-T' then '上期 ' || hours_text(bound)
    when f.rule = 'OUT-H' and f.value > bound then '同场景 ≤ ' || hours_text(bound)
    when f.rule = 'OUT-H' then '同场景 ≥ ' || hours_text(bound)
    when f.indicator = 'equivalentUtilizationHours' then '≤ ' || hours_text(bound) else '≤ 100%' end as reference
from found f left join 'confirmations.parquet' c
  on (c.project_id, c.rule, c.indicator) = (f.project_id, f.rule, f.indicator) and c.value = quotient(f.value);

create or replace view flagged as
select project_id, any_value(moved) as moved, any_value(rated_power) as rated_power from marks where time is null group by project_id;
`

/** Official reports were reviewed: none is marked anew. */
const UNMARKED = `
-- 入库的季报已经国家确认，不再标记。
create or replace view flagged as select project_id, moved, rated_power from measured where false;
`

/** How hours spread over stations. */
const SPREAD = `
create or replace macro quantile_of(hours, part) as quotient(quantile_cont(hours, part));

create or replace macro spread_by(key_of) as table
select key, count(*) as projects, count(*) filter (is_flagged) as flagged,
  ratio(sum(moved), sum(rated_power)) as mean,
  quantile_of(hours, 0.1) as p10, quantile_of(hours, 0.25) as p25, quantile_of(hours, 0.5) as median,
  quantile_of(hours, 0.75) as p75, quantile_of(hours, 0.9) as p90,
  case when count(*) < 5 then list(quotient(hours) order by hours, project_id)
    else coalesce((list(quotient(hours) order by hours desc, project_id) filter (is_flagged))[1:12], []) end as values,
  case when count(*) < 5 then list(project_id order by hours, project_id)
    else coalesce((list(project_id order by hours desc, project_id) filter (is_flagged))[1:12], []) end as "projectIds"
from (select *, key_of as key, project_id in (select project_id from flagged) as is_flagged from measured where hours is not null)
group by key;
`

/** Views and macros of all queries. */
export const prepare = `${MEASURED}${MARKED}${SPREAD}`

/** Those of files of official reports. */
export const prepareOfficial = `${MEASURED}${UNMARKED}${SPREAD}`
