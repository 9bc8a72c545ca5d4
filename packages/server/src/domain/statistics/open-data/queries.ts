import type { operations } from '@xinchu/contract/schema'
import { SIDES } from '../hours-cells.ts'
import { type Grouped, prepare, prepareOfficial } from './prepare.ts'

/** The call whose rows a query gives. */
export type Answers =
  | { call: 'getScaleLayout'; groupBy: readonly (Grouped | 'year')[]; ofProvinces?: true }
  | { call: 'getUsageStatistics'; groupBy: readonly Grouped[] }
  | { call: 'getUsageSpread'; part: 'bins' | 'all' | 'side' | 'appSubScenario' | 'region' }
  | { call: 'getUsageTimeliness'; part: 'rows' | 'courses' }
  | { call: 'listUsageOutliers'; part: 'means' | 'rules' | 'open' | 'confirmed' }
  | {
      call:
        | 'listStatRestatements'
        | 'getScaleRank'
        | 'listStatPeriods'
        | 'listDueItems'
        | 'findProjectLocations'
    }

/** Calls of the statistics that give no table of a period's figures: dictionaries, files that are made of the other calls, and writes. */
export const NO_TABLES = [
  'listChinaDict',
  'getChinaDictTree',
  'downloadBulletin',
  'downloadOpenData',
  'exportMapData',
  'confirmUsageOutlier',
  // Each quarter has files of its own, and their total.
  'getScaleQuarters',
  // Their rows have no dates of stages before operation.
  'getPipeline',
  'listPublications',
  'publishPeriod',
  'withdrawRevision',
  'verifyPublication',
  'listRegionSuccessions',
  'recordRegionSuccession',
] as const satisfies readonly (keyof operations)[]

/** A query over the files of a period. */
export interface OpenQuery {
  title: string
  sql: string
  answers: Answers
}

interface Group {
  title: string
  /** Dictionary of the names. */
  names: string
  /** Groups in the order of their keys, not by size. */
  isOrdered?: true
}

const GROUPS: Readonly<Record<Grouped, Group>> = {
  region: { title: '地区', names: 'region' },
  regionGroup: { title: '六大区域', names: 'region_group' },
  techType: { title: '技术路线', names: 'tech_type' },
  techSubType: { title: '细分技术路线', names: 'tech_sub_type' },
  statTechGroup: { title: '技术路线统计分组', names: 'stat_tech_group' },
  appScenario: { title: '应用场景', names: 'app_scenario' },
  appSubScenario: { title: '细分应用场景', names: 'app_sub_scenario' },
  statScenarioGroup: { title: '应用场景统计分组', names: 'stat_scenario_group' },
  scaleBand: { title: '单站规模', names: 'scale_band', isOrdered: true },
  durationBand: { title: '储能时长', names: 'duration_band', isOrdered: true },
  ownerType: { title: '投资主体', names: 'owner_type' },
  gridVoltage: { title: '并网电压等级', names: 'voltage_level', isOrdered: true },
  buildStatus: { title: '建设状态', names: 'build_status', isOrdered: true },
}
/** Dictionaries of the groups' names. Divisions have their own file. */
export const groupNames: readonly string[] = Object.values(GROUPS).flatMap(({ names }) =>
  names === 'region' ? [] : names,
)

const GROUPED = Object.keys(GROUPS) as Grouped[] // the record has no others

const nameOf = (dimension: Grouped, key: string) => `name_of('${GROUPS[dimension].names}', ${key})`
const part = (at: 1 | 2) => `split_part(key, ',', ${at})`
/** Sorts by a key if the groups are in order, then the largest first. */
const order = (dimension: Grouped, key: string, first: readonly string[] = []) =>
  [...first, ...(GROUPS[dimension].isOrdered ? [key] : []), '"ratedPower" desc', 'key'].join(', ')

function scaleBy(dimension: Grouped): OpenQuery {
  const isOfAll = dimension === 'buildStatus'
  return {
    title: `${GROUPS[dimension].title}${isOfAll ? '（全部入库项目）' : ''}`,
    answers: { call: 'getScaleLayout', groupBy: [dimension] },
    sql: `select *, ${nameOf(dimension, 'key')} as label
from scale_by(${isOfAll ? 'stored' : 'operating'}, "${dimension}", '') order by ${order(dimension, 'key')};`,
  }
}

const yearsBy = (dimension: Grouped): OpenQuery => ({
  title: `历年${GROUPS[dimension].title}构成`,
  answers: { call: 'getScaleLayout', groupBy: ['year', dimension] },
  sql: `select *, ${part(1)} || '年 / ' || ${nameOf(dimension, part(2))} as label
from scale_by(yearly, year || ',' || "${dimension}", year) order by ${order(dimension, part(2), ['year'])};`,
})

const placesBy = (dimension: Exclude<Grouped, 'region'>): OpenQuery => ({
  title: `各地区${GROUPS[dimension].title}构成`,
  answers: { call: 'getScaleLayout', groupBy: ['region', dimension] },
  sql: `select *, ${nameOf('region', part(1))} || ' / ' || ${nameOf(dimension, part(2))} as label
from scale_by(operating, region || ',' || "${dimension}", '') order by "ratedPower" desc, key;`,
})

const usageBy = (dimension: Grouped): OpenQuery => ({
  title: GROUPS[dimension].title,
  answers: { call: 'getUsageStatistics', groupBy: [dimension] },
  sql: `select *, ${nameOf(dimension, 'key')} as label from usage_by("${dimension}") order by nullif(key, '');`,
})

const spreadBy = (by: 'side' | 'appSubScenario' | 'region', title: string, label: string): OpenQuery => ({
  title,
  answers: { call: 'getUsageSpread', part: by },
  sql: `select *, ${label} as label from spread_by("${by}") order by key;`,
})

const outliers = (isConfirmed: boolean): OpenQuery => ({
  title: isConfirmed ? '已确认属实的值' : '报送值复核清单',
  answers: { call: 'listUsageOutliers', part: isConfirmed ? 'confirmed' : 'open' },
  sql: `select rule, indicator, status, project_id as "projectId", project_name as "projectName",
  ${nameOf('region', "coalesce(nullif(region, ''), province_code)")} as "placeName", rated_power as "ratedPower", quotient(value) as value, reference${
    isConfirmed ? ',\n  reason as "confirmedReason", org_name as "confirmedBy", time as "confirmedAt"' : ''
  }
from marks where time is ${isConfirmed ? 'not null' : 'null'} order by step, rated_power desc nulls last, project_id, indicator;`,
})

/** The tables of the screens, by page. */
export const pages: readonly { title: string; note?: string; queries: readonly OpenQuery[] }[] = [
  {
    title: '规模布局统计',
    note: '上年同期、上年末与比较页的另一时期取自该期的文件，写法相同。',
    queries: [
      {
        title: '合计（在运项目、累计功率、累计能量、平均时长、本年新增）',
        answers: { call: 'getScaleLayout', groupBy: [] },
        sql: `select * exclude (key) from scale_by(operating, '', '');`,
      },
      ...GROUPED.map(scaleBy),
      {
        title: '各省的地市',
        answers: { call: 'getScaleLayout', groupBy: ['region'], ofProvinces: true },
        sql: `select split_part(key, ',', 1) as province, split_part(key, ',', 2) as city, * exclude (key), ${nameOf('region', part(2))} as label
from scale_by(operating, province_code || ',' || coalesce(city, ''), province_code) order by province, "ratedPower" desc, city;`,
      },
      {
        title: '年末累计与当年新增',
        answers: { call: 'getScaleLayout', groupBy: ['year'] },
        sql: `select *, key || '年' as label from scale_by(yearly, year::varchar, year) order by year;`,
      },
      ...GROUPED.filter((each) => each !== 'region').map(yearsBy),
      {
        title: '逐地区走势',
        answers: { call: 'getScaleLayout', groupBy: ['region', 'year'] },
        sql: `select *, ${nameOf('region', part(1))} || ' / ' || year || '年' as label
from scale_by(yearly, region || ',' || year, year) order by year, "ratedPower" desc, key;`,
      },
      {
        title: '占上级范围的比重与位次（全国的数据不在文件之内，按发布时的值给出）',
        answers: { call: 'getScaleRank' },
        sql: `select within, power_share as "powerShare", rank, count, rank_before as "rankBefore" from 'scale_rank.parquet';`,
      },
      {
        title: '修订',
        answers: { call: 'listStatRestatements' },
        sql: `select batch, restated_at as "restatedAt", reason, org_name as "orgName", key, label, projects_before as "projectsBefore",
  projects_after as "projectsAfter", power_before as "powerBefore", power_after as "powerAfter", energy_before as "energyBefore",
  energy_after as "energyAfter" from 'restatements.parquet';`,
      },
      {
        title: '期次',
        answers: { call: 'listStatPeriods' },
        sql: `select year, quarter, status, batch, stored_at as "storedAt" from 'period.parquet';`,
      },
    ],
  },
  {
    title: '两个地区的比较',
    queries: GROUPED.flatMap((each) => (each === 'region' ? [] : placesBy(each))),
  },
  {
    title: '项目分布地图',
    queries: [
      {
        title: '项目点位',
        answers: { call: 'findProjectLocations' },
        sql: `select project_id as id, project_name as "projectName", longitude, latitude, rated_power as "ratedPower",
  rated_energy as "ratedEnergy" from operating where longitude is not null and latitude is not null order by rated_power desc, project_id;`,
      },
    ],
  },
  {
    title: '使用情况统计',
    note: '各季度取自各期的文件，写法相同。未报与缺报按各单位自己的截止时间区分，不能由文件算出。',
    queries: [
      {
        title: '合计',
        answers: { call: 'getUsageStatistics', groupBy: [] },
        sql: `select * exclude (key) from usage_by('');`,
      },
      ...GROUPED.map(usageBy),
    ],
  },
  {
    title: '电站利用小时的分布',
    note: '均值按功率加权；中位数与分位数逐站计算，相邻两站之间线性内插。',
    queries: [
      {
        title: '每 50 h 一格的电站数',
        answers: { call: 'getUsageSpread', part: 'bins' },
        sql: `select least(floor(hours / 50) * 50, 1200)::integer as "from", count(*) filter (side = 'user') as user,
  count(*) filter (side = 'other') as other from measured where hours is not null group by 1 order by 1;`,
      },
      {
        title: '全部电站',
        answers: { call: 'getUsageSpread', part: 'all' },
        sql: `select *, '全部' as label from spread_by('');`,
      },
      spreadBy('side', '用户侧与其他', `case key when 'user' then '${SIDES.user}' else '${SIDES.other}' end`),
      spreadBy('appSubScenario', '细分应用场景', nameOf('appSubScenario', 'key')),
      spreadBy('region', '各地区', nameOf('region', 'key')),
    ],
  },
  {
    title: '报送值复核清单',
    note: 'OUT-P 超过物理上限，OUT-T 与上期相差五倍以上，OUT-H 高于或低于同场景 99% 的电站，OUT-L 在运但没有充放电。',
    queries: [
      outliers(false),
      outliers(true),
      {
        title: '各规则的条数',
        answers: { call: 'listUsageOutliers', part: 'rules' },
        sql: `select rule, count(*) as count from marks where time is null group by rule, step order by step;`,
      },
      {
        title: '加权平均利用小时，以及不计待复核电站的值',
        answers: { call: 'listUsageOutliers', part: 'means' },
        sql: `with sums as (
  select sum(moved) as moved, sum(rated_power) filter (moved is not null) as power from measured),
open as (
  select count(*) as projects, coalesce(sum(moved), 0) as moved, coalesce(sum(rated_power) filter (moved is not null), 0) as power from flagged)
select open.projects, (select count(*) from marks where time is not null) as confirmed,
  ratio(sums.moved, sums.power) as hours, ratio(sums.moved - open.moved, sums.power - open.power) as "hoursWithout" from sums, open;`,
      },
    ],
  },
  {
    title: '报送完整性与及时性',
    note: '应报、已报与报送率见使用情况统计的“地区”。及时性为已报项目首次报送的时间，退回后重报不改变；报送进度不论其后是否退回。',
    queries: [
      {
        title: '各地区按时与迟报的项目数（key 为空为合计）',
        answers: { call: 'getUsageTimeliness', part: 'rows' },
        sql: `select any_value(year) as year, any_value(quarter) as quarter, coalesce(region, '') as key,
  count(*) filter (first_submitted_at::timestamp <= deadline::timestamp) as "onTime", count(*) filter (first_submitted_at::timestamp > deadline::timestamp) as late
from stations where reported and first_submitted_at is not null and deadline is not null group by grouping sets ((), (region)) order by key;`,
      },
      {
        title: '报送进度：季度结束后第几天首次报送（90 天及以后合为一天）',
        answers: { call: 'getUsageTimeliness', part: 'courses' },
        sql: `select least(90, greatest(0, first_submitted_at::timestamp::date - period_end)) as day, count(*) as count
from stations where first_submitted_at is not null group by 1 order by 1;`,
      },
      {
        title: '未报、缺报名单',
        answers: { call: 'listDueItems' },
        sql: `select project_id as "projectId", project_name as "projectName", rated_power as "ratedPower", status
from stations where not reported order by project_id;`,
      },
    ],
  },
]

export const PREPARE_NOTE =
  '在运项目按投运日期截至期末；运行天数自投运之日起算。宏是各页共用的公式：先除后乘，保留四位小数。'

const scriptOf = (prepared: string, of: typeof pages): string =>
  [
    '-- 各统计页面的查询。在解压后的目录运行：duckdb < queries.sql',
    `-- ${PREPARE_NOTE}`,
    prepared,
    ...of.flatMap(({ title, note, queries }) => [
      `-- ==== ${title} ====${note ? `\n-- ${note}` : ''}`,
      ...queries.map((query) => `-- ${title}：${query.title}\n${query.sql}\n`),
    ]),
  ].join('\n')

/** All queries as one script, which runs in the folder of the files. */
export const queryScript: string = scriptOf(prepare, pages)

/** The queries for files as of a batch or moment: without those of marks, which official reports no longer get. */
export const queryScriptThen: string = scriptOf(
  prepareOfficial,
  pages.filter(({ queries }) => !queries.some(({ answers }) => answers.call === 'listUsageOutliers')),
)
