import { DemoStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { repeatScores } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import type { Caller } from '../caller.ts'
import { compare, type Signal } from '../es-project/duplicates/score.ts'
import type { Subject } from '../es-project/duplicates/subject.ts'
import { normalisedName } from '../es-project/name.ts'
import { maskName } from '../masking.ts'
import type { DemoFlowRequest, PilotRefusal } from './flow-request.ts'
import type { PilotRecord } from './query.ts'
import { visiblePilots } from './scope.ts'
import { partyOf } from './states.ts'

type Schemas = components['schemas']
type Repeat = Schemas['DemoRepeat']

/** Maximum number of pairs shown for one project. */
const MOST = 5
/** Minimum length of a reason, as in the contract. Surrounding blanks do not count. */
const SHORTEST_REASON = 10

/** States in which the office that holds the project decides about suspected duplicates. */
const DECIDED_IN: readonly DemoStatus[] = [DemoStatus.atRecommender, DemoStatus.recommended]

interface Compared extends Omit<Subject, 'normalised_name'> {
  id: number
  es_project_id: number | null
  batch_year: number
  batch_no: number
  places: string[]
  is_visible: boolean
}

const subjectOf = (row: Compared): Subject => ({
  ...row,
  normalised_name: normalisedName(row.project_name, row.places),
})

const SAME_STATION: Signal = { rule: 'R1', label: '关联的储能项目相同', points: repeatScores.same }

function repeatOf(own: Compared, other: Compared): Repeat[] {
  const { score, signals } = compare(subjectOf(own), subjectOf(other))
  const isOne = own.es_project_id !== null && own.es_project_id === other.es_project_id
  const found = isOne ? repeatScores.same : score
  if (found < repeatScores.suspected) return []
  return [
    {
      projectId: other.id,
      projectName: other.is_visible ? other.project_name : maskName(other.project_name),
      batchYear: other.batch_year,
      batchNo: other.batch_no,
      score: found,
      signals: isOne ? [SAME_STATION, ...signals] : signals,
    },
  ]
}

const columns = sql`p.id, p.es_project_id, p.batch_year, p.batch_no, p.project_name, p.province_code, p.city_code,
  p.county_code, p.credit_code, p.owner_group_id, p.build_status, p.tech_type, p.app_sub_scenario, p.rated_power,
  p.rated_energy, p.longitude, p.latitude, array(select unnest(array[r.name, r.short_name]) from region r
    where r.code in (p.province_code, p.city_code, p.county_code)) as places`

/**
 * SQL condition: projects `p` and `o` have enough in common to be compared. Without the same owner, place or size, or the
 * same linked project, a pair stays below the score of a suspicion.
 */
const isAlike = sql<boolean>`(p.es_project_id = o.es_project_id or p.credit_code = o.credit_code
  or p.owner_group_id = o.owner_group_id or p.city_code = o.city_code
  or abs(p.rated_power - o.rated_power) <= 0.01 * o.rated_power)`

/**
 * Finds the projects that each of these may duplicate, the most similar first: projects submitted in the same batch,
 * and projects announced in another one. Scored by the duplicate check of the register.
 */
export async function repeatsOf(
  db: Db,
  ids: readonly number[],
  user: Caller,
): Promise<Map<number, Repeat[]>> {
  const { rows: own } = await sql<Compared>`
    select ${columns}, true as is_visible from demo_project p where p.id = any(${[...ids]}::bigint[])`.execute(
    db,
  )
  const { rows: others } = await sql<Compared & { of_id: number }>`
    select o.id as of_id, ${columns}, (${visiblePilots(user)}) as is_visible
    from demo_project o join demo_project p on p.id <> o.id and p.province_code = o.province_code and not p.deleted
    where o.id = any(${[...ids]}::bigint[]) and ${isAlike} and case
      when p.batch_year = o.batch_year and p.batch_no = o.batch_no
        then p.submitted_once and p.status <> ${DemoStatus.draft}
      else p.status = ${DemoStatus.announced} end`.execute(db)
  return new Map(
    own.map((row) => [
      row.id,
      others
        .filter(({ of_id }) => of_id === row.id)
        .flatMap((other) => repeatOf(row, other))
        .sort((a, b) => b.score - a.score || a.projectId - b.projectId)
        .slice(0, MOST),
    ]),
  )
}

/** The reasons given for suspected duplicates, the latest of each project. */
async function reasonsFor(db: Db, ids: readonly number[]): Promise<Map<number, Schemas['PassReason']>> {
  const { rows } = await sql<Row<'demo_repeat_reason'>>`
    select distinct on (project_id) * from demo_repeat_reason
    where project_id = any(${[...ids]}::bigint[]) order by project_id, id desc`.execute(db)
  return new Map(
    rows.map(({ project_id, reason, org_name, user_name, time }) => [
      project_id,
      { projectId: project_id, reason, orgName: org_name, userName: user_name, time },
    ]),
  )
}

type Shown = Pick<Schemas['DemoProjectRow'], 'repeats' | 'repeatReason'>

/** Suspected duplicates of the rows that the caller decides about, with the reasons given, by project. */
export async function shownRepeats(
  db: Db,
  rows: readonly PilotRecord[],
  user: Caller,
): Promise<Map<number, Shown>> {
  const ids = rows.flatMap((row) => {
    const party = partyOf(user, row)
    return party !== undefined && party !== 'author' && DECIDED_IN.includes(row.status) ? [row.id] : []
  })
  if (ids.length === 0) return new Map()
  const [repeats, reasons] = [await repeatsOf(db, ids, user), await reasonsFor(db, ids)]
  return new Map(
    ids.map((id) => {
      const reason = reasons.get(id)
      return [id, { repeats: repeats.get(id) ?? [], ...(reason ? { repeatReason: reason } : {}) }]
    }),
  )
}

const reasonsOf = ({ passReasons = [] }: DemoFlowRequest): Map<number, string> =>
  new Map(
    passReasons.flatMap(({ id, reason }) =>
      reason.trim().length < SHORTEST_REASON ? [] : [[id, reason.trim()]],
    ),
  )

/** Refusals of recommending suspected duplicates without a reason. */
export async function repeatRefusals(
  db: Db,
  rows: readonly PilotRecord[],
  request: DemoFlowRequest,
  user: Caller,
): Promise<Map<number, PilotRefusal>> {
  const reasons = reasonsOf(request)
  const ids = rows.flatMap(({ id }) => (reasons.has(id) ? [] : [id]))
  const refusals = new Map<number, PilotRefusal>()
  if (ids.length === 0) return refusals
  for (const [id, [first]] of await repeatsOf(db, ids, user)) {
    if (!first) continue
    const message = `与“${first.projectName}”疑似重复（${first.score} 分），推荐须说明理由，不少于 ${SHORTEST_REASON} 字`
    refusals.set(id, { code: 'M-021', message, errors: [{ field: 'passReasons', message }] })
  }
  return refusals
}

/** Stores the reasons given for the projects that were recommended. */
export async function storeRepeatReasons(
  trx: Trx,
  ids: readonly number[],
  request: DemoFlowRequest,
  user: Caller,
): Promise<void> {
  const reasons = reasonsOf(request)
  const rows = ids.flatMap((id) => {
    const reason = reasons.get(id)
    return reason ? [{ project_id: id, reason, org_name: user.orgName, user_name: user.realName }] : []
  })
  if (rows.length > 0) await trx.insertInto('demo_repeat_reason').values(rows).execute()
}
