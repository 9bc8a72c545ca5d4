import { AppScenario, AppSubScenario, BuildStatus, TechType } from '@xinchu/sdk/codes'
import type { components } from '@xinchu/sdk/schema'

type Schemas = components['schemas']

/** A query over the files of a period, which gives the figures of a call. */
export interface OpenQuery {
  title: string
  kind: 'scale' | 'usage' | 'spread'
  /** The dimension of the call; none for the total. */
  by?: Schemas['StatDimension'] | Schemas['UsageSpreadRow']['by']
  sql: string
}

const quoted = (...codes: readonly string[]) => codes.map((code) => `'${code}'`).join(', ')

/** Views and macros of all queries. */
export const prepare = `create or replace macro share(part, whole) as round(part::double / whole::double * 100, 4);

create or replace view stored as
select p.*, e.year, year(p.commission_date) as commissioned
from 'projects.parquet' p cross join 'period.parquet' e
where p.commission_date is null or p.commission_date <= last_day(make_date(e.year, e.quarter * 3, 1));

create or replace view operating as select * from stored where build_status in (${quoted(BuildStatus.operating, BuildStatus.stopped)});

create or replace view stations as
select u.*, e.year, e.quarter, u.charge_energy is not null and u.discharge_energy is not null as has_both,
  last_day(make_date(e.year, e.quarter * 3, 1))
    - greatest(make_date(e.year, e.quarter * 3 - 2, 1), u.commission_date) + 1 as days
from 'usage.parquet' u cross join 'period.parquet' e;

create or replace macro scale(rows_of) as table
select key, count(*) as "projectCount", sum(rated_power) as "ratedPower", sum(rated_energy) as "ratedEnergy",
  round(sum(rated_energy)::double / sum(rated_power)::double, 4) as "avgDuration",
  share(sum(rated_power), sum(sum(rated_power)) over ()) as "powerShare",
  share(sum(rated_energy), sum(sum(rated_energy)) over ()) as "energyShare",
  coalesce(sum(rated_power) filter (commissioned = year), 0) as "addPower",
  coalesce(sum(rated_energy) filter (commissioned = year), 0) as "addEnergy",
  sum(total_investment) as investment
from query_table(rows_of) group by key;

create or replace macro usage_of(rows_of) as table
select key, count(*) as "dueProjects", count(*) filter (reported) as "reportedProjects",
  share(count(*) filter (reported), count(*)) as "reportRate",
  share(sum(rated_power) filter (reported), sum(rated_power)) as "powerRate",
  sum(charge_energy) as "chargeEnergy", sum(discharge_energy) as "dischargeEnergy",
  round((sum(charge_energy + discharge_energy) * 10)::double / (sum(rated_power) filter (has_both))::double, 4)
    as "equivalentUtilizationHours",
  round((sum(charge_energy + discharge_energy) * 10)::double / (sum(rated_energy) filter (has_both) * 2)::double, 4)
    as "equivalentCycles",
  share(sum(discharge_energy) filter (has_both), sum(charge_energy) filter (has_both)) as "conversionEfficiency",
  share(sum(on_grid_energy) filter (off_grid_energy is not null), sum(off_grid_energy) filter (on_grid_energy is not null))
    as "comprehensiveEfficiency",
  share(sum(days * 24 - planned_outage_hours - unplanned_outage_hours),
    sum(days * 24) filter (planned_outage_hours + unplanned_outage_hours is not null)) as "availabilityFactor",
  sum(unplanned_outage_times) as "unplannedOutageTimes",
  share(sum(charge_energy + discharge_energy) * 10,
    sum(rated_energy * coalesce(nullif(design_cycles_per_day, 0), 1) * days) filter (has_both) * 2) as "utilizationIndex"
from query_table(rows_of) group by key;

create or replace macro quantile_of(hours, part) as round(quantile_cont(hours, part)::decimal(18, 8), 4);

create or replace macro spread_of(rows_of) as table
select key, count(*) as projects,
  round(sum((charge_energy + discharge_energy) * 10)::double / sum(rated_power)::double, 4) as mean,
  quantile_of(hours, 0.1) as p10, quantile_of(hours, 0.25) as p25,
  quantile_of(hours, 0.5) as median,
  quantile_of(hours, 0.75) as p75, quantile_of(hours, 0.9) as p90
from (select *, ((charge_energy + discharge_energy) * 10)::double / rated_power::double as hours
  from query_table(rows_of) where reported and has_both and rated_power > 0)
group by key;
`

/** Keys of groups by the columns of a project. */
const KEYS = {
  region: 'province_code',
  regionGroup: "(select r.region_group from 'regions.parquet' r where r.code = province_code)",
  appScenario: "coalesce(app_scenario, '')",
  appSubScenario: "coalesce(app_sub_scenario, '')",
  statScenarioGroup: `case when app_sub_scenario in (${quoted(AppSubScenario.independent, AppSubScenario.shared)}) then 'ind'
  when app_sub_scenario = ${quoted(AppSubScenario.renewable)} then 're' else 'oth' end`,
  durationBand: `case when rated_energy < rated_power * 2 then '1' when rated_energy < rated_power * 4 then '2'
  when rated_energy < rated_power * 8 then '3' else '4' end`,
  scaleBand: `case when rated_power < 1 then '1' when rated_power < 10 then '2' when rated_power < 100 then '3'
  when rated_power < 1000 then '4' else '5' end`,
  techType: "coalesce(tech_type, '')",
  techSubType: "coalesce(tech_sub_type, '')",
  statTechGroup: `case tech_type when ${quoted(TechType.lithium)} then 'li' when ${quoted(TechType.compressedAir)} then 'caes'
  when ${quoted(TechType.flow)} then 'flow' when ${quoted(TechType.lead)} then 'lead'
  when ${quoted(TechType.flywheel)} then 'flywheel' else 'other' end`,
  ownerType: "coalesce(owner_type, '')",
  gridVoltage: "coalesce(grid_voltage, '')",
  buildStatus: 'build_status',
  side: `case when app_scenario = ${quoted(AppScenario.userSide)} then 'user' else 'other' end`,
} as const satisfies Partial<Record<NonNullable<OpenQuery['by']>, string>>

const MACROS = { scale: 'scale', usage: 'usage_of', spread: 'spread_of' } as const
const ROWS = { scale: 'operating', usage: 'stations', spread: 'stations' } as const

type Kind = OpenQuery['kind']

/** The rows of a kind with their keys, and the macro over them. */
const grouped = (kind: Kind, chosen: string): string =>
  `create or replace temp view chosen as\n${chosen};\nfrom ${MACROS[kind]}('chosen') order by ${kind === 'scale' ? '"ratedPower" desc' : 'key'};`

const total = (kind: Kind, title: string): OpenQuery => ({
  title,
  kind,
  sql: grouped(kind, `select *, 'all' as key from ${ROWS[kind]}`),
})

/** Queries of a kind by dimensions, with their titles. */
const by = (kind: Kind, titles: Readonly<Partial<Record<keyof typeof KEYS, string>>>): OpenQuery[] =>
  Object.entries(titles).map(([name, title]) => {
    const dimension = name as keyof typeof KEYS // the record has no others
    const rows = dimension === 'buildStatus' ? 'stored' : ROWS[kind]
    return {
      title,
      kind,
      by: dimension,
      sql: grouped(kind, `select *, ${KEYS[dimension]} as key from ${rows}`),
    }
  })

const YEARS = `select y.key::varchar as key, count(*) as "projectCount", sum(o.rated_power) as "ratedPower", sum(o.rated_energy) as "ratedEnergy",
  coalesce(sum(o.rated_power) filter (o.commissioned = y.key), 0) as "addPower"
from (select unnest(generate_series((select min(commissioned) from operating), (select max(year) from operating))) as key) y
  join operating o on o.commissioned <= y.key
group by y.key order by y.key;`

/** The tables of the screens, by page. */
export const pages: readonly { title: string; note?: string; queries: readonly OpenQuery[] }[] = [
  {
    title: '规模布局统计',
    queries: [
      total('scale', '合计（在运项目、累计功率、累计能量、平均时长、本年新增）'),
      ...by('scale', {
        region: '地区排名',
        regionGroup: '六大区域',
        appScenario: '应用场景',
        appSubScenario: '细分应用场景',
        statScenarioGroup: '统计应用场景（独立与共享、新能源配建、其他）',
        durationBand: '储能时长',
        scaleBand: '单站规模',
        techType: '技术路线',
        techSubType: '细分技术路线',
        statTechGroup: '统计技术分组',
        ownerType: '投资主体',
        gridVoltage: '并网电压等级',
        buildStatus: '建设状态（全部入库项目）',
      }),
      { title: '历年年末累计与当年新增', kind: 'scale', by: 'year', sql: YEARS },
    ],
  },
  {
    title: '使用情况统计',
    queries: [
      total('usage', '合计'),
      ...by('usage', {
        ...{ region: '各地区', regionGroup: '六大区域' },
        ...{ appScenario: '应用场景', appSubScenario: '细分应用场景' },
        ...{ techType: '技术路线', statTechGroup: '统计技术分组' },
        ...{ ownerType: '投资主体', durationBand: '储能时长' },
      }),
    ],
  },
  {
    title: '电站利用小时的分布',
    note: '均值按功率加权；中位数与分位数逐站计算，相邻两站之间线性内插。',
    queries: [
      total('spread', '全部电站'),
      ...by('spread', { side: '用户侧与其他', appSubScenario: '细分应用场景', region: '各地区' }),
    ],
  },
]

export const PREPARE_NOTE =
  '在运项目按投运日期截至期末；运行天数自投运之日起算。宏是各页共用的公式：先除后乘，保留四位小数。'

/** All queries as one script, which runs in the folder of the files. */
export const queryScript: string = [
  '-- 各统计页面的查询。在解压后的目录运行：duckdb < queries.sql',
  `-- ${PREPARE_NOTE}`,
  prepare,
  ...pages.flatMap(({ title, note, queries }) => [
    `-- ==== ${title} ====${note ? `\n-- ${note}` : ''}`,
    ...queries.map((query) => `-- ${title}：${query.title}\n${query.sql}\n`),
  ]),
].join('\n')
