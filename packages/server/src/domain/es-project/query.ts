import { dictionaries } from '@xinchu/sdk/fields'
import type { components, operations } from '@xinchu/sdk/schema'
import { projectDerived } from '@xinchu/validators'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { EsProjectTable } from '../../db/schema-project.ts'
import type { Caller } from '../caller.ts'
import { fileInfoOf } from '../files/info.ts'
import { visibleProjects } from '../scope.ts'
import { isInWarehouse, joinWarehouse, storedRecords } from '../warehouse/ledger.ts'
import { fieldsOf } from './columns.ts'
import { allowedActions, handlerOf } from './states.ts'

type Schemas = components['schemas']
export type ProjectQuery = NonNullable<operations['queryEsProjects']['parameters']['query']>

/** A project with the names of what it refers to. */
export type ProjectRow = Selectable<EsProjectTable> & {
  province_name: string | null
  city_name: string | null
  county_name: string | null
  owner_group_name: string | null
  tech_type_label: string | null
  app_sub_scenario_label: string | null
  review_levels: string[] | null
  changed_since_stored: boolean
}

const labelOf = (dict: string, column: string) =>
  sql`(select e.label from dict_entry e join dict d on d.id = e.dict_id where d.name = ${dict} and e.value = ${sql.ref(column)})`

/** The columns of a `ProjectRow`, of es_project as `p`. */
export const selection = sql`p.*,
  (select o.review_levels from org o where o.dept_id = 3 and o.region_code = p.province_code order by o.id limit 1) as review_levels,
  coalesce(p.waiting_since > p.warehouse_time, false) as changed_since_stored,
  (select r.name from region r where r.code = p.province_code) as province_name,
  (select r.name from region r where r.code = p.city_code) as city_name,
  (select r.name from region r where r.code = p.county_code) as county_name,
  (select o.label from owner_dict o where o.id = p.owner_group_id) as owner_group_name,
  ${labelOf('tech_type', 'p.tech_type')} as tech_type_label,
  ${labelOf('app_sub_scenario', 'p.app_sub_scenario')} as app_sub_scenario_label`

// Everything that a list may be sorted by.
const SORTABLE: Readonly<Record<string, string>> = {
  id: 'p.id',
  createTime: 'p.create_time',
  updateTime: 'p.update_time',
  projectName: 'p.project_name',
  ratedPower: 'p.rated_power',
  ratedEnergy: 'p.rated_energy',
  commissionDate: 'p.commission_date',
  waitingSince: 'p.waiting_since',
}

function orderOf(sort: readonly string[] | undefined): RawBuilder<unknown> {
  const parts = (sort ?? []).flatMap((each) => {
    const [field = '', direction] = each.split(',')
    const column = SORTABLE[field]
    return column
      ? [sql`${sql.ref(column)} ${direction === 'desc' ? sql`desc nulls last` : sql`asc nulls last`}`]
      : []
  })
  // The id makes the order of equals stable from page to page.
  return sql.join([...parts, sql`p.id desc`])
}

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** The project waits for this caller's office. */
function waitingFor(user: Caller): RawBuilder<boolean> {
  switch (user.deptId) {
    case 5:
      return sql<boolean>`p.declare_status = '1'`
    case 4:
      return sql<boolean>`p.declare_status = '3'`
    case 3:
      return sql<boolean>`(p.declare_status = '5' or (p.declare_status = '7'
        and (p.country_status in ('0', '2') or (p.country_status = '4' and p.waiting_since > p.warehouse_time))))`
    case 1:
      return sql<boolean>`p.declare_status = '7' and p.country_status = '1'`
    case 100:
      return sql<boolean>`p.declare_status in ('0', '2', '4', '6')`
    default:
      return sql<boolean>`false`
  }
}

/** What a filter and the caller's reach demand of es_project as `p`. */
export function conditions(query: ProjectQuery, user: Caller): RawBuilder<boolean> {
  const parts = [visibleProjects(user)]
  const equal = (column: string, value: string | number | undefined) => {
    if (value !== undefined) parts.push(sql<boolean>`${sql.ref(column)} = ${value}`)
  }
  const among = (column: string, values: readonly string[] | undefined) => {
    if (values?.length) parts.push(sql<boolean>`${sql.ref(column)} = any(${[...values]}::text[])`)
  }
  if (query.keyword) {
    const like = `%${escaped(query.keyword)}%`
    parts.push(
      sql<boolean>`(p.project_name like ${like} or p.company_name like ${like} or p.project_code like ${like})`,
    )
  }
  equal('p.id', query.id)
  equal('p.province_code', query.provinceCode)
  equal('p.city_code', query.cityCode)
  equal('p.county_code', query.countyCode)
  equal('p.owner_group_id', query.ownerGroupId)
  equal('p.repeat_flag', query.repeatFlag)
  among('p.tech_type', query.techType)
  among('p.app_sub_scenario', query.appSubScenario)
  among('p.build_status', query.buildStatus)
  among('p.declare_status', query.declareStatus)
  among('p.country_status', query.countryStatus)
  if (query.powerMin !== undefined) parts.push(sql<boolean>`p.rated_power >= ${query.powerMin}`)
  if (query.powerMax !== undefined) parts.push(sql<boolean>`p.rated_power <= ${query.powerMax}`)
  if (query.energyMin !== undefined) parts.push(sql<boolean>`p.rated_energy >= ${query.energyMin}`)
  if (query.energyMax !== undefined) parts.push(sql<boolean>`p.rated_energy <= ${query.energyMax}`)
  if (query.commissionFrom) parts.push(sql<boolean>`p.commission_date >= ${query.commissionFrom}`)
  if (query.commissionTo) parts.push(sql<boolean>`p.commission_date <= ${query.commissionTo}`)
  if (query.source === 'warehouse') parts.push(isInWarehouse)
  if (query.todo) parts.push(waitingFor(user))
  return sql.join(parts, sql` and `)
}

/** The name of a value of a closed dictionary. */
export function stateLabel(
  name: 'declare_status' | 'country_status' | 'build_status' | 'flow_action',
  value: string,
): string {
  return dictionaries[name].values.find((entry) => entry.value === value)?.label ?? value
}

function systemFields(row: ProjectRow, user: Caller): Record<string, unknown> {
  return {
    projectCode: row.project_code,
    provinceName: row.province_name,
    cityName: row.city_name,
    countyName: row.county_name,
    ownerGroupName: row.owner_group_name,
    techTypeLabel: row.tech_type_label,
    appSubScenarioLabel: row.app_sub_scenario_label,
    buildStatusLabel: row.build_status && stateLabel('build_status', row.build_status),
    durationHours: projectDerived(fieldsOf(row)).durationHours,
    declareStatus: row.declare_status,
    declareStatusLabel: stateLabel('declare_status', row.declare_status),
    countryStatus: row.country_status,
    countryStatusLabel: stateLabel('country_status', row.country_status),
    submitProvinceFlag: Number(row.declare_status) >= 5 ? '1' : '0',
    repeatFlag: row.repeat_flag,
    readFlag: row.read_flag,
    waitingSince: row.waiting_since,
    actions: allowedActions(user, row),
  }
}

/** A row of a list. */
export function listRow(row: ProjectRow, user: Caller): Schemas['EsProjectRow'] {
  const own = {
    id: row.id,
    version: row.version,
    projectName: row.project_name,
    provinceCode: row.province_code,
    cityCode: row.city_code,
    countyCode: row.county_code,
    companyName: row.company_name,
    techType: row.tech_type,
    appSubScenario: row.app_sub_scenario,
    buildStatus: row.build_status,
    ratedPower: row.rated_power,
    ratedEnergy: row.rated_energy,
    commissionDate: row.commission_date,
    createTime: row.create_time,
    updateTime: row.update_time,
  }
  // Replies are compacted and, in tests, checked against the contract.
  return { ...systemFields(row, user), ...own } as Schemas['EsProjectRow']
}

/** These projects as the warehouse has them: what was changed since is not official yet. */
async function asStored(db: Db, rows: readonly ProjectRow[]): Promise<ProjectRow[]> {
  const ids = rows.map(({ id }) => id)
  return (await sql<ProjectRow>`${storedRecords(selection, ids)}`.execute(db)).rows
}

export async function pageProjects(
  db: Db,
  query: ProjectQuery,
  user: Caller,
): Promise<Schemas['EsProjectPage']> {
  const { page = 0, size = 10 } = query
  const where = conditions(query, user)
  const { rows: found } = await sql<ProjectRow>`
    select ${selection} from es_project p where ${where} order by ${orderOf(query.sort)}
    limit ${size} offset ${page * size}`.execute(db)
  const rows = query.source === 'warehouse' ? await asStored(db, found) : found
  const counted = await sql<{
    total: number
  }>`select count(*) as total from es_project p where ${where}`.execute(db)
  return { content: rows.map((row) => listRow(row, user)), totalElements: counted.rows[0]?.total ?? 0 }
}

/** The visible projects among these ids; the rest is as if it did not exist. */
export async function findProjects(
  db: Db,
  ids: readonly number[],
  user: Caller,
  lock = false,
): Promise<ProjectRow[]> {
  const { rows } = await sql<ProjectRow>`
    select ${selection} from es_project p
    where p.id = any(${[...ids]}::bigint[]) and ${visibleProjects(user)} ${lock ? sql`for update of p` : sql``}`.execute(
    db,
  )
  return rows
}

type HistoryRow = {
  time: string
  org_name: string
  user_name: string
  dept_id: number
  action: string
  from_status: string | null
  to_status: string
  opinion: string | null
}

const NATIONAL = /^C/

/** States of the nation's review are noted with a C before them, to tell them from the declaration's. */
const statusLabel = (status: string) =>
  NATIONAL.test(status) ? stateLabel('country_status', status.slice(1)) : stateLabel('declare_status', status)

/** A project with its flow, for the page that shows it. */
export async function projectDetail(db: Db, row: ProjectRow, user: Caller): Promise<Schemas['EsProject']> {
  const history = await sql<HistoryRow>`
    select time, org_name, user_name, dept_id, action, from_status, to_status, opinion from flow_history
    where province_code = ${row.province_code} and biz_type = 'PROJECT' and biz_id = ${row.id} order by id`.execute(
    db,
  )
  const attachments = row.attachment_ids?.length
    ? await db
        .selectFrom('file_info')
        .selectAll()
        .where('id', 'in', row.attachment_ids)
        .orderBy('id')
        .execute()
    : []
  const isNational = row.declare_status === '7' && row.country_status !== '0'
  const status = isNational ? row.country_status : row.declare_status
  const detail = {
    ...fieldsOf(row),
    ...systemFields(row, user),
    id: row.id,
    version: row.version,
    createBy: row.create_by,
    createTime: row.create_time,
    updateBy: row.update_by,
    updateTime: row.update_time,
    orgId: row.org_id,
    unitCost: projectDerived(fieldsOf(row)).unitCost,
    isDemonstration: row.is_demonstration,
    dataSource: row.data_source,
    repeatGroupId: row.repeat_group_id,
    repeatReason: row.repeat_reason,
    warehouseTime: row.warehouse_time,
    attachments: attachments.map(fileInfoOf),
    flow: {
      status,
      statusLabel: isNational ? stateLabel('country_status', status) : stateLabel('declare_status', status),
      actions: allowedActions(user, row),
      currentHandlerDeptId: handlerOf(row),
      lastOpinion: row.last_opinion,
      history: history.rows.map((step) => ({
        time: step.time,
        orgName: step.org_name,
        userName: step.user_name,
        deptId: step.dept_id,
        action: step.action,
        actionLabel: stateLabel('flow_action', step.action),
        fromStatus: step.from_status,
        toStatus: step.to_status,
        toStatusLabel: statusLabel(step.to_status),
        opinion: step.opinion,
      })),
    },
  }
  // Replies are compacted and, in tests, checked against the contract.
  return detail as unknown as Schemas['EsProject']
}

/** Projects of the caller's reach by state, every state of the dictionary in its order. */
export async function countByStatus(
  db: Db,
  name: 'declare_status' | 'country_status',
  query: Pick<ProjectQuery, 'provinceCode' | 'cityCode' | 'countyCode'>,
  user: Caller,
): Promise<Schemas['StatusCount'][]> {
  const { rows } = await sql<{ value: string; count: number }>`
    select ${sql.ref(`p.${name}`)} as value, count(*) as count from es_project p
    where ${conditions(query, user)} group by 1`.execute(db)
  const counts = new Map(rows.map(({ value, count }) => [value, count]))
  return dictionaries[name].values.map(({ value, label }) => ({
    value,
    label,
    count: counts.get(value) ?? 0,
  }))
}

/** Projects of the caller's reach summed up by the divisions of one level. */
export async function sumByRegion(
  db: Db,
  level: 'province_code' | 'city_code' | 'county_code',
  query: Pick<ProjectQuery, 'provinceCode' | 'cityCode' | 'source'>,
  user: Caller,
): Promise<Schemas['RegionSummary'][]> {
  const code = sql.ref(`p.${level}`)
  const isStored = query.source === 'warehouse'
  const figures = sql.ref(isStored ? 'w' : 'p')
  const { rows } = await sql<{ code: string; name: string; count: number; power: number; energy: number }>`
    select ${code} as code, r.name, count(*) as count,
      coalesce(sum(${figures}.rated_power), 0) as power, coalesce(sum(${figures}.rated_energy), 0) as energy
    from es_project p ${isStored ? joinWarehouse : sql``} join region r on r.code = ${code}
    where ${conditions(query, user)} group by ${code}, r.name order by ${code}`.execute(db)
  return rows.map((row) => ({
    code: row.code,
    name: row.name,
    projectCount: row.count,
    ratedPower: row.power,
    ratedEnergy: row.energy,
  }))
}
