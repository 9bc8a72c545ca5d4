import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { badRequest, notFound } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { draftOf, dropDrafts, putDrafts } from '../remarks/drafts.ts'
import { FORMAL_POINTS, type FormalPoint } from './formal-points.ts'
import { formalPoints } from './formal-verdicts.ts'
import { type PilotRecord, requirePilot } from './query.ts'
import { notNow } from './refusals-by-state.ts'
import { sightOf } from './sight.ts'
import { stepOf } from './states.ts'

type Schemas = components['schemas']
type Verdict = Schemas['FormalVerdict']

/** Returns the formal check of a project for those who carry it out. @throws HttpError 404 */
export async function formalCheck(
  db: Db,
  projectId: number,
  user: Caller,
  now: Date,
): Promise<Schemas['FormalCheck']> {
  const row = await requirePilot(db, projectId, user, { now })
  if (sightOf(user, row, 'FORMAL_POINTS') !== 'ALL') throw notFound('示范项目')
  const points = (await formalPoints(db, [row])).get(row.id) ?? []
  return {
    projectId,
    version: row.version,
    points,
    complete: points.every(({ verdict }) => verdict === 'MET' || verdict === 'NOT_CONCERNED'),
  }
}

/** Text of the remark that a point makes when it is not met. */
const remarkText = ({ code, text }: FormalPoint, reason: string | undefined) =>
  `${code} ${text}${reason ? `：${reason}` : '：不符合'}`

/** Keeps the caller's draft in step with a verdict: one that is not met makes a remark on its part. */
async function draftRemark(
  trx: Trx,
  row: PilotRecord,
  point: FormalPoint,
  judged: { verdict: Verdict; reason?: string },
  user: Caller,
): Promise<void> {
  const {
    entity: _entity,
    entityId: _id,
    savedAt: _at,
    ...draft
  } = (await draftOf(trx, { entity: 'DEMO', id: row.id }, user)) ?? { entity: 'DEMO', entityId: row.id }
  const others = (draft.remarks ?? []).filter(({ text }) => !text.startsWith(`${point.code} `))
  const remarks =
    judged.verdict === 'NOT_MET'
      ? [...others, { part: point.part, text: remarkText(point, judged.reason).slice(0, 500) }]
      : others
  if (remarks.length === 0 && !draft.opinion && !draft.dueDate) await dropDrafts(trx, 'DEMO', [row.id], user)
  else await putDrafts(trx, 'DEMO', [{ id: row.id, content: { ...draft, remarks } }], user)
}

/**
 * Stores verdicts of a person on points of a project.
 * @throws HttpError 400 for a point that is none or the system's, 404, 409 if the project does not wait for the check
 */
export async function judgePoints(
  trx: Trx,
  { projectId, items }: Schemas['FormalJudgement'],
  user: Caller,
  now: Date,
): Promise<void> {
  const row = await requirePilot(trx, projectId, user, { now, lock: true })
  if (!stepOf(user, row, 'ACCEPT')) throw await notNow(trx, row, user)
  for (const { code, verdict, reason } of items) {
    const point = FORMAL_POINTS.find((each) => each.code === code)
    if (!point || point.rules)
      throw badRequest('M-019', point ? `${code} 由系统判定` : `没有要点 ${code}`, 'items')
    await sql`
      insert into demo_formal_check (project_id, point, verdict, text, judged_by)
      values (${row.id}, ${code}, ${verdict}, ${reason ?? null}, ${`${user.orgName} ${user.realName}`.trim()})
      on conflict (project_id, point) do update set verdict = excluded.verdict, text = excluded.text,
        judged_by = excluded.judged_by, judged_at = now()`.execute(trx)
    await draftRemark(trx, row, point, { verdict, ...(reason ? { reason } : {}) }, user)
  }
}
