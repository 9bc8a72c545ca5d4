import { AssignStatus } from '@xinchu/contract/codes'
import type { components, operations } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { conflict, notFound } from '../../errors.ts'
import { type Caller, codeOf } from '../caller.ts'
import { groupedBy } from '../grouped.ts'
import { type PilotRecord, requirePilot, selection } from '../pilot-project/query.ts'
import { shownStatus, stageOfRow, viewerOf } from '../pilot-project/sight.ts'
import { type Fact, type Sight, visible } from '../pilot-project/visibility.ts'
import { reply } from '../reply.ts'
import { expertsById } from './experts.ts'
import { requireGroup } from './groups.ts'
import { openingRow } from './opening.ts'
import { conclusionsOf, opinionsOf } from './opinions.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { expertNumbers, type StoredResult } from './result-compute.ts'

type Schemas = components['schemas']
type Results = Schemas['ReviewResults']
type Asked = operations['getReviewResults']['parameters']['query']
export type ResultRecord = Pick<
  Row<'demo_result'>,
  'group_id' | 'adjusted_reason' | 'adjusted_by' | 'adjusted_selected' | 'feedback'
> & { result: StoredResult }

/** The kinds of facts of a stage. */
export const FACTS_OF = {
  PRIMARY: {
    averages: 'PRIMARY_AVERAGES',
    outliers: 'PRIMARY_OUTLIERS',
    sheets: 'PRIMARY_SHEETS',
    opinions: 'PRIMARY_OPINIONS',
  },
  EXCELLENT: {
    averages: 'EXCELLENCE_AVERAGES',
    outliers: 'EXCELLENCE_OUTLIERS',
    sheets: 'EXCELLENCE_SHEETS',
    opinions: 'EXCELLENCE_OPINIONS',
  },
} as const satisfies Record<Schemas['ReviewStage'], Record<string, Fact>>

/** Reads the stored results of projects at a stage. */
export async function storedResults(
  db: Db,
  stage: Schemas['ReviewStage'],
  ids: readonly number[],
): Promise<Map<number, ResultRecord>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('demo_result')
    .selectAll()
    .where('stage', '=', stage)
    .where('project_id', 'in', [...ids])
    .execute()
  // The column holds what `computeResults` wrote.
  return new Map(rows.map((row) => [row.project_id, { ...row, result: row.result as StoredResult }]))
}

/** The caller's sight of a fact of a project now. Experts get here only as leaders of the group. */
function sightHere(user: Caller, row: PilotRecord, fact: Fact): Sight {
  const viewer = viewerOf(user, row)
  const isExpert = viewer === 'EXPERT' || viewer === 'OTHER_EXPERT'
  return visible(stageOfRow(row), isExpert ? 'LEADER' : viewer, fact)
}

const sees = (user: Caller, row: PilotRecord, fact: Fact): boolean => sightHere(user, row, fact) !== 'NOTHING'

/** Whether the caller may read what all experts wrote about a project. */
const readsOpinions = (user: Caller, row: PilotRecord, stage: Schemas['ReviewStage']): boolean =>
  ['ANONYMOUS', 'GROUP_ANONYMOUS'].includes(sightHere(user, row, FACTS_OF[stage].opinions))

/** SQL condition: results (`x`) that the caller may ask for: an expert those of the groups that he leads. */
const inReach = (user: Caller): RawBuilder<boolean> =>
  codeOf(user) === 'EXP'
    ? sql<boolean>`exists (select 1 from expert_group g where g.id = x.group_id and g.leader_id = ${user.id})`
    : sql<boolean>`true`

/** Outcomes with feedback. A decision that was taken back has none. */
const UNSUCCESSFUL: ReadonlySet<Outcome> = new Set(['FAILED', 'NOT_SELECTED'])

interface Scored {
  row: PilotRecord
  record: ResultRecord
  /** Absent where the caller may not read them. */
  opinions: Pick<Schemas['ResultRow'], 'conclusions' | 'conclusionText' | 'opinions'> | undefined
}

/** Converts a row of results, limited to what the caller may see. */
function rowOf(
  { row, record, opinions }: Scored,
  stage: Schemas['ReviewStage'],
  user: Caller,
): Schemas['ResultRow'] {
  const { result } = record
  const hasRank = stage === 'EXCELLENT' && sees(user, row, 'RANK')
  const hasOutliers = sees(user, row, FACTS_OF[stage].outliers)
  const hasResult = codeOf(user) !== 'EXP' || sees(user, row, 'RESULT')
  const judged = outcomeOf(stage, {
    ...row,
    withinQuota: result.withinQuota,
    adjusted: record.adjusted_selected,
  })
  return reply<Schemas['ResultRow']>({
    projectId: row.id,
    demoCode: row.demo_code,
    projectName: row.project_name,
    companyName: row.company_name,
    status: hasResult ? row.status : shownStatus(user, row),
    excellentTypeStatus: hasResult ? row.excellent_type_status : undefined,
    version: row.version,
    scores: result.scores.map(({ difference, outlier, ...score }) =>
      reply<Schemas['ResultScore']>({
        ...score,
        outlier: hasOutliers && outlier,
        difference: hasOutliers ? difference : undefined,
      }),
    ),
    rank: hasRank ? result.rank : undefined,
    trimmedAvg: result.trimmedAvg,
    avg: result.avg,
    safety: result.safety,
    spread: result.spread,
    recommendCount: result.recommendCount,
    ...opinions,
    reasons: hasRank ? result.reasons : [],
    tied: hasRank && result.tied,
    withinQuota: hasRank && result.withinQuota,
    ...(hasResult ? judged : {}),
    feedback: UNSUCCESSFUL.has(judged.outcome) && sees(user, row, 'FEEDBACK') ? record.feedback : undefined,
    adjusted: hasResult ? record.adjusted_selected : undefined,
    adjustedReason: hasResult ? record.adjusted_reason : undefined,
    adjustedBy: hasOutliers ? record.adjusted_by : undefined,
  })
}

async function groupsOf(
  db: Db,
  scored: readonly Scored[],
  stage: Schemas['ReviewStage'],
  user: Caller,
): Promise<Schemas['ResultGroup'][]> {
  const groups = await db
    .selectFrom('expert_group')
    .selectAll()
    .where('stage', '=', stage)
    .orderBy('id')
    .execute()
  const byGroup = groupedBy(scored, ({ record }) => record.group_id)
  return groups.flatMap((group) => {
    const own = byGroup.get(group.id)
    if (!own) return []
    const rows = own.map((each) => rowOf(each, stage, user))
    rows.sort((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || (a.demoCode < b.demoCode ? -1 : 1))
    const counts = groupedBy(
      rows.flatMap(({ scores }) => scores),
      ({ expertNo }) => expertNo,
    )
    const first = own[0]
    const shares = new Map(
      first && sees(user, first.row, 'BIAS')
        ? first.record.result.biases.map(({ expertNo, bias }) => [expertNo, bias])
        : [],
    )
    return [
      reply<Schemas['ResultGroup']>({
        groupId: group.id,
        groupName: group.group_name,
        excellentType: group.excellent_type,
        quota: group.quota,
        experts: [...counts]
          .sort(([a], [b]) => a - b)
          .map(([expertNo, all]) =>
            reply<Schemas['ResultExpert']>({ expertNo, sheets: all.length, bias: shares.get(expertNo) }),
          ),
        rows,
      }),
    ]
  })
}

/** Adds what the experts wrote to the results of projects that the caller may read. */
async function scoredOf(
  db: Db,
  open: readonly PilotRecord[],
  { stage, opinions: isAsked = false }: Asked,
  { user, seed }: { user: Caller; seed: string },
): Promise<Scored[]> {
  const records = await storedResults(
    db,
    stage,
    open.map(({ id }) => id),
  )
  const readable = open.filter((row) => readsOpinions(user, row, stage)).map(({ id }) => id)
  const written = readable.length > 0 ? await opinionsOf(db, stage, readable, seed) : undefined
  return open.flatMap((row): Scored[] => {
    const record = records.get(row.id)
    if (!record) return []
    const own = readable.includes(row.id) ? (written?.get(row.id) ?? []) : undefined
    const opinions = own && { ...conclusionsOf(own), ...(isAsked ? { opinions: own } : {}) }
    return [{ row, record, opinions }]
  })
}

/** Returns the projects of a batch whose results at a stage the caller may read; none while they are sealed. */
export async function openedProjects(
  db: Db,
  { batchYear, batchNo, stage }: Asked,
  user: Caller,
  now: Date,
): Promise<PilotRecord[]> {
  const { rows } = await sql<PilotRecord>`
    select ${selection(user, now)} from demo_project p where p.batch_year = ${batchYear} and p.batch_no = ${batchNo}
      and not p.deleted and exists (select 1 from demo_result x where x.project_id = p.id and x.stage = ${stage}
        and ${inReach(user)})
    order by p.demo_code`.execute(db)
  const open = rows.filter((row) => sees(user, row, FACTS_OF[stage].averages))
  // A part of the projects is no result: who is missing would tell who passed.
  return open.length < rows.length ? [] : open
}

/** Returns the results of a batch and stage, or only that they are sealed. */
export async function reviewResults(db: Db, asked: Asked, user: Caller, now: Date): Promise<Results> {
  const { batchYear, batchNo, stage } = asked
  const open = await openedProjects(db, asked, user, now)
  const sealed = { batchYear, batchNo, stage, opened: false }
  if (open.length === 0) return sealed
  const opening = await openingRow(db, { batchYear, batchNo, stage })
  const scored = await scoredOf(db, open, asked, { user, seed: opening?.number_seed ?? '' })
  return reply<Results>({
    ...sealed,
    opened: true,
    openedAt: opening?.confirmed_at,
    root: opening?.merkle_root,
    groups: await groupsOf(db, scored, stage, user),
  })
}

/** Overrides the rank, with a reason. @throws HttpError 404, 409 before the opening or after publication */
export async function adjustResult(
  trx: Trx,
  { projectId, selected, reason }: Schemas['ResultAdjustment'],
  user: Caller,
  now: Date,
): Promise<void> {
  const row = await requirePilot(trx, projectId, user, { now })
  if (stageOfRow(row) !== 'EXCELLENCE_OPEN') throw conflict('E-023', '启封后、公示前方可调整结果')
  const { numUpdatedRows } = await trx
    .updateTable('demo_result')
    .set({
      adjusted_selected: selected,
      adjusted_reason: reason,
      adjusted_by: user.username,
      adjusted_at: sql<string>`now()`,
    })
    .where('project_id', '=', projectId)
    .where('stage', '=', 'EXCELLENT')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound('优选结果')
}

/** Reveals the names behind a group's numbers, and logs caller and purpose. @throws HttpError 409 before the opening */
export async function revealNames(
  trx: Trx,
  { groupId, purpose }: Schemas['ExpertNamesRequest'],
  user: Caller,
): Promise<Schemas['ExpertName'][]> {
  const group = await requireGroup(trx, groupId)
  const batch = { batchYear: group.batch_year, batchNo: group.batch_no, stage: group.stage }
  const opening = await openingRow(trx, batch)
  if (!opening?.confirmed_at || opening.number_seed === null) throw conflict('E-022', '封存中，启封后可见')
  const { rows } = await sql<{ expert_id: number }>`
    select distinct expert_id from expert_assign
    where group_id = ${groupId} and status = ${AssignStatus.submitted}`.execute(trx)
  const ids = rows.map(({ expert_id }) => expert_id)
  const known = await expertsById(trx, ids)
  await trx
    .insertInto('expert_name_request')
    .values({ group_id: groupId, purpose, create_by: user.username })
    .execute()
  return [...expertNumbers(ids, groupId, opening.number_seed)].flatMap(([id, expertNo]) => {
    const expert = known.get(id)
    if (!expert) return []
    return [
      reply<Schemas['ExpertName']>({
        expertNo,
        realName: expert.real_name ?? expert.username,
        workUnit: expert.work_unit,
      }),
    ]
  })
}
