import { BuildStatus } from '@xinchu/contract/codes'
import type { components, operations } from '@xinchu/contract/schema'
import { roundTo } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { orderBy } from '../../db/sql.ts'
import type { Caller } from '../caller.ts'
import { groupedBy } from '../grouped.ts'
import { submittedVersions } from '../ledger/submitted.ts'
import { reply } from '../reply.ts'
import { hasBuildStatus, OPERATING, statConditions } from './conditions.ts'
import type { StatFilter } from './filter.ts'
import { type Among, sumsByProvince } from './kept-sums.ts'
import { lastDayOf } from './source.ts'

type Schemas = components['schemas']
type Node = Schemas['ChinaDictNode']
type CompanyQuery = operations['listCountyCompanies']['parameters']['query']

export interface PlaceRequest extends StatFilter {
  /** Only of this level. */
  level?: number | undefined
  /** Only direct children of this division. */
  parentCode?: string | undefined
  year?: number | undefined
}

type PlaceFigures = Required<
  Pick<Node, 'projectCount' | 'ratedPower' | 'ratedEnergy' | 'operatingPower' | 'buildingPower'>
>

interface PlaceRow extends Partial<Record<(typeof LEVELS)[number], string | null>> {
  province_code: string
  count: number
  power: number
  energy: number
  operating: number
  building: number
}

const NOTHING: PlaceFigures = {
  projectCount: 0,
  ratedPower: 0,
  ratedEnergy: 0,
  operatingPower: 0,
  buildingPower: 0,
}

/** Decimals of power and energy. */
const DECIMALS = 4
const BUILDING: readonly string[] = [BuildStatus.building]
const LEVELS = ['province_code', 'city_code', 'county_code'] as const

/** Division columns of the needed levels. */
const columnsOf = ({ level }: PlaceRequest) =>
  LEVELS.filter((_, at) => (level ?? at + 1) === at + 1 || at === 0)

/** Sums by the needed division columns, with the province's. */
function summedByPlace(request: PlaceRequest, user: Caller, among: Among): RawBuilder<PlaceRow> {
  const columns = columnsOf(request).map((name) => sql.ref(`p.${name}`))
  const chosen = request.buildStatus?.length ? request.buildStatus : OPERATING
  const until = lastDayOf(request)
  const { parentCode } = request
  const above = parentCode?.endsWith('0000') ? sql.ref('p.province_code') : sql.ref('p.city_code')
  return sql<PlaceRow>`
    select ${sql.join(columns)}, count(*) filter (where ${hasBuildStatus(chosen)}) as count,
      coalesce(sum(p.rated_power) filter (where ${hasBuildStatus(chosen)}), 0) as power,
      coalesce(sum(p.rated_energy) filter (where ${hasBuildStatus(chosen)}), 0) as energy,
      coalesce(sum(p.rated_power) filter (where ${hasBuildStatus(OPERATING)}), 0) as operating,
      coalesce(sum(p.rated_power) filter (where ${hasBuildStatus(BUILDING)}), 0) as building
    from ${submittedVersions}
    where ${statConditions(request, user)} and ${hasBuildStatus([...new Set([...chosen, ...OPERATING, ...BUILDING])])}
      ${parentCode === undefined ? sql`` : sql`and ${above} = ${parentCode}`}
      ${until ? sql`and (p.commission_date is null or p.commission_date <= ${until})` : sql``} and ${among('p')}
    group by ${sql.join(columns)}`
}

const rounded = ({ projectCount, ...sums }: PlaceFigures): PlaceFigures => ({
  projectCount,
  ratedPower: roundTo(sums.ratedPower, DECIMALS),
  ratedEnergy: roundTo(sums.ratedEnergy, DECIMALS),
  operatingPower: roundTo(sums.operatingPower, DECIMALS),
  buildingPower: roundTo(sums.buildingPower, DECIMALS),
})

/** Adds the rows of each division of these columns. */
function addedUp(
  rows: readonly PlaceRow[],
  columns: readonly (typeof LEVELS)[number][],
): readonly (readonly [code: string, figures: PlaceFigures])[] {
  const byCode = new Map<string, PlaceFigures>()
  for (const row of rows)
    for (const column of columns) {
      const code = row[column]
      if (!code) continue
      const sums = byCode.get(code) ?? { ...NOTHING }
      sums.projectCount += row.count
      sums.ratedPower += row.power
      sums.ratedEnergy += row.energy
      sums.operatingPower += row.operating
      sums.buildingPower += row.building
      byCode.set(code, sums)
    }
  return [...byCode].map(([code, sums]) => [code, rounded(sums)])
}

/** Figures of a province's divisions by its first row, which is a new one when the province is read again. */
const figuresOfProvince = new WeakMap<PlaceRow, ReturnType<typeof addedUp>>()

/** Figures by code. Those of a province that did not change are the same objects as before. */
function figuresByCode(rows: readonly PlaceRow[], request: PlaceRequest): ReadonlyMap<string, PlaceFigures> {
  const columns = columnsOf(request)
  const provinces = groupedBy(rows, (row) => row.province_code).values()
  return new Map(
    [...provinces].flatMap((own) => {
      const [first] = own
      const figures = (first && figuresOfProvince.get(first)) ?? addedUp(own, columns)
      if (first) figuresOfProvince.set(first, figures)
      return figures
    }),
  )
}

/** Figures by the code of a division. */
type FiguresOf = (code: string) => PlaceFigures

/** Figures by division of kept rows. */
const figuresOfRows = new WeakMap<readonly PlaceRow[], FiguresOf>()

/** Returns the figures of divisions by code in the caller's scope, in two queries; the same function until they change. */
export async function figuresByPlace(db: Db, request: PlaceRequest, user: Caller): Promise<FiguresOf> {
  const rows = await sumsByProvince(db, { quarters: [] }, (among) => summedByPlace(request, user, among))
  const known = figuresOfRows.get(rows)
  if (known) return known
  const byCode = figuresByCode(rows, request)
  const figuresOf: FiguresOf = (code) => byCode.get(code) ?? NOTHING
  figuresOfRows.set(rows, figuresOf)
  return figuresOf
}

/** All divisions with the figures that they had last. */
const nodesWithFigures = new WeakMap<FiguresOf, WeakMap<readonly Node[], readonly Node[]>>()
/** Each division with the figures that it had last. */
const nodeWithFigures = new WeakMap<Node, { figures: PlaceFigures; with: Node }>()

function withOwn(node: Node, figures: PlaceFigures): Node {
  const known = nodeWithFigures.get(node)
  if (known?.figures === figures) return known.with
  const made = { ...node, ...figures }
  nodeWithFigures.set(node, { figures, with: made })
  return made
}

/** Adds figures to divisions, once until either changes. The result must not be changed. */
export function withFigures(nodes: readonly Node[], figuresOf: FiguresOf): readonly Node[] {
  const known = nodesWithFigures.get(figuresOf) ?? new WeakMap<readonly Node[], readonly Node[]>()
  nodesWithFigures.set(figuresOf, known)
  const all = known.get(nodes) ?? nodes.map((node) => withOwn(node, figuresOf(node.value)))
  known.set(nodes, all)
  return all
}

const SORTABLE = { companyName: 'company', projectCount: 'count', ratedPower: 'power' }

/** Returns the companies of a county with count and power of their projects, largest first by default. */
export async function countyCompanies(
  db: Db,
  { countyCode, sort, page = 0, size = 10 }: CompanyQuery,
  user: Caller,
): Promise<Schemas['CompanySummaryPage']> {
  const { rows } = await sql<{
    org_id: number | null
    company: string
    credit_code: string | null
    count: number
    power: number
    total: number
  }>`
    select p.org_id, p.company_name as company, max(p.credit_code) as credit_code, count(*) as count,
      coalesce(sum(p.rated_power), 0) as power, count(*) over () as total
    from ${submittedVersions}
    where ${statConditions({ countyCode: [countyCode] }, user)} and p.company_name is not null
    group by p.org_id, p.company_name
    order by ${orderBy(SORTABLE, sort, sql`power desc, company, p.org_id`)}
    limit ${size} offset ${page * size}`.execute(db)
  const content = rows.map((row) =>
    reply<Schemas['CompanySummary']>({
      orgId: row.org_id,
      companyName: row.company,
      creditCode: row.credit_code,
      projectCount: row.count,
      ratedPower: row.power,
    }),
  )
  return { content, totalElements: rows[0]?.total ?? 0 }
}
