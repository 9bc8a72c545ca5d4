import type { QueryOf, ReplyOf } from '../contract.ts'
import { type Refusal, refuse } from '../reply.ts'
import type { Caller } from './accounts.ts'
import { pageOf } from './pages.ts'
import { actionsOf, isVisible, type ProjectRecord, rowOf } from './project.ts'

type Query = QueryOf<'queryEsProjects'>

const among = (list: readonly string[] | undefined, value: string | undefined) =>
  list === undefined || list.length === 0 || (value !== undefined && list.includes(value))
const within = (low: number | undefined, high: number | undefined, value: number | undefined) =>
  (low === undefined || (value !== undefined && value >= low)) &&
  (high === undefined || (value !== undefined && value <= high))
const same = (wanted: unknown, value: unknown) => wanted === undefined || wanted === value

type Condition = (query: Query, project: ProjectRecord, caller: Caller) => boolean

/** Each filter that the fake platform knows, by the parameters that state it. */
const CONDITIONS: readonly (readonly [(keyof Query)[], Condition])[] = [
  [
    ['keyword'],
    ({ keyword = '' }, { draft, projectCode }) => `${draft.projectName}\n${projectCode}`.includes(keyword),
  ],
  [['provinceCode'], (query, { draft }) => same(query.provinceCode, draft.provinceCode)],
  [['cityCode'], (query, { draft }) => same(query.cityCode, draft.cityCode)],
  [['countyCode'], (query, { draft }) => same(query.countyCode, draft.countyCode)],
  [['techType'], (query, { draft }) => among(query.techType, draft.techType)],
  [['appSubScenario'], (query, { draft }) => among(query.appSubScenario, draft.appSubScenario)],
  [['buildStatus'], (query, { draft }) => among(query.buildStatus, draft.buildStatus)],
  [['declareStatus'], (query, { status }) => among(query.declareStatus, status)],
  [['countryStatus'], (query) => among(query.countryStatus, '0')],
  [['powerMin', 'powerMax'], (query, { draft }) => within(query.powerMin, query.powerMax, draft.ratedPower)],
  [
    ['energyMin', 'energyMax'],
    (query, { draft }) => within(query.energyMin, query.energyMax, draft.ratedEnergy),
  ],
  [['repeatFlag'], (query) => same(query.repeatFlag, '0')],
  [['own'], (query, { orgId }, caller) => !query.own || orgId === caller.orgId],
  [
    ['todo'],
    (query, project, caller) => !query.todo || actionsOf(caller, project).some((each) => each !== 'WITHDRAW'),
  ],
  [['id'], (query, { id }) => same(query.id, id)],
]

const KNOWN = new Set<string>([
  ...CONDITIONS.flatMap(([names]) => names),
  ...['page', 'size', 'afterId', 'sort', 'withSums', 'source'],
])

type Key = string | number | undefined
const SORTS: Readonly<Record<string, (project: ProjectRecord) => Key>> = {
  id: ({ id }) => id,
  createTime: ({ createTime }) => createTime,
  updateTime: ({ updateTime }) => updateTime,
  projectName: ({ draft }) => draft.projectName,
  ratedPower: ({ draft }) => draft.ratedPower,
  ratedEnergy: ({ draft }) => draft.ratedEnergy,
  commissionDate: ({ draft }) => draft.commissionDate,
}

function compare(a: Key, b: Key): number {
  if (a === b) return 0
  // Without a value at the end.
  if (a === undefined || b === undefined) return a === undefined ? 1 : -1
  return a < b ? -1 : 1
}

function sorted(found: readonly ProjectRecord[], sort: readonly string[]): ProjectRecord[] {
  const orders = [...sort, 'id,desc'].map((text) => text.split(','))
  return found.toSorted((a, b) => {
    for (const [name = '', direction] of orders) {
      const order = compare(SORTS[name]?.(a), SORTS[name]?.(b))
      if (order !== 0) return direction === 'desc' ? -order : order
    }
    return 0
  })
}

/** Refuses what the fake platform would otherwise leave out of account. */
function unknownTo(query: Query): Refusal | undefined {
  const other = Object.keys(query).find((name) => !KNOWN.has(name))
  const condition = query.source === 'warehouse' ? 'source=warehouse' : other
  if (condition) return refuse(501, `模拟平台不支持查询条件 ${condition}`)
  const field = query.sort?.map((text) => text.split(',')[0] ?? '').find((name) => !(name in SORTS))
  if (field === undefined) return undefined
  const message = `不能按 ${field} 排序，可用：${Object.keys(SORTS).join('、')}`
  return refuse(400, message, { code: 'W-027', errors: [{ field: 'sort', message }] })
}

const sumOf = (found: readonly ProjectRecord[], name: 'ratedPower' | 'ratedEnergy') =>
  found.reduce((sum, { draft }) => sum + (draft[name] ?? 0), 0)

/** The visible projects that a query asks for. */
export function listProjects(
  all: Iterable<ProjectRecord>,
  query: Query,
  caller: Caller,
): ReplyOf<'queryEsProjects'> | Refusal {
  const refusal = unknownTo(query)
  if (refusal) return refusal
  const stated = CONDITIONS.filter(([names]) => names.some((name) => query[name] !== undefined))
  const found = [...all].filter(
    (project) => isVisible(caller, project) && stated.every(([, holds]) => holds(query, project, caller)),
  )
  const content = pageOf(sorted(found, query.sort ?? []), query).map((project) => rowOf(caller, project))
  const sums = query.withSums
    ? { ratedPower: sumOf(found, 'ratedPower'), ratedEnergy: sumOf(found, 'ratedEnergy') }
    : {}
  return { content, totalElements: found.length, ...sums }
}
