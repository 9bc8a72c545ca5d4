import { PartStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { badRequest, conflict, refusedFields, staleVersion, windowClosed } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import type { PartRow } from './completeness.ts'
import { notePilotChange } from './events.ts'
import { DRAFTING } from './flow-table.ts'
import { captionIn, PART_SPECS, type PartContents, partIssues, type WrittenPart } from './part-specs.ts'
import { type PilotRecord, requirePilot } from './query.ts'
import { notNow } from './refusals-by-state.ts'
import { renewPilotRemarks } from './remarks.ts'
import { type DemoPart, editableParts } from './states.ts'
import { pilotWindows } from './window.ts'

type Schemas = components['schemas']

export interface PartDraft<Part extends WrittenPart> {
  part: Part
  projectId: number
  version?: number | undefined
  /** Saved without checking what is missing. */
  draft: boolean
  content: PartContents[Part]
}

/** @throws HttpError 409 if the caller may not change a part now, 423 when the time is over */
export async function assertPartOpen(
  db: Db,
  row: PilotRecord,
  part: DemoPart,
  user: Caller,
  now: Date,
): Promise<void> {
  if (!editableParts(user, row).includes(part)) {
    if (DRAFTING.includes(row.status) && row.org_id === user.orgId)
      throw conflict('M-012', `${labelIn('demo_part', part)}未被退回，已锁定`)
    throw await notNow(db, row, user)
  }
  const windows = await pilotWindows(db, user, now)
  if (!windows.mayAct(row)) throw windowClosed(windows.closureOf(row))
}

/** @throws HttpError 400 with all faults that the stage does not allow */
function assertContent(part: WrittenPart, row: PilotRecord, content: object, isDraft: boolean): void {
  const issues = partIssues(
    part,
    Object.fromEntries(Object.entries(content)),
    isDraft ? 'draft' : 'submit',
    row.total_investment ?? undefined,
  )
  const problems = issues.map(({ field, code, message }) => ({
    field,
    caption: captionIn(PART_SPECS[part].fields, field),
    ...(code ? { code } : {}),
    message,
  }))
  const [first] = problems
  if (!first) return
  const message = `${first.caption}：${first.message}`
  throw refusedFields(
    problems.length === 1 ? message : `有 ${problems.length} 项未填写或有误：${message}`,
    problems,
  )
}

type Milestone = Schemas['DemoMilestone']

/** Numbers new milestones. @throws HttpError 400 for a number that the plan does not have */
async function withNumbers(
  trx: Trx,
  milestones: readonly Milestone[],
  before: readonly Milestone[],
): Promise<Milestone[]> {
  const known = new Set(before.flatMap(({ id }) => (id === undefined ? [] : [id])))
  const stray = milestones.findIndex(({ id }) => id !== undefined && !known.has(id))
  if (stray >= 0)
    throw badRequest('W-002', `里程碑：第 ${stray + 1} 行的编号不存在`, `milestones.${stray}.id`)
  const count = milestones.filter(({ id }) => id === undefined).length
  const { rows } = await sql<{ id: number }>`
    select nextval('demo_milestone_id') as id from generate_series(1, ${count}::integer)`.execute(trx)
  const fresh = rows.map(({ id }) => Number(id))
  return milestones.map((milestone) => ({ ...milestone, id: milestone.id ?? fresh.shift() ?? 0 }))
}

const PICTURES: readonly string[] = ['jpg', 'jpeg', 'png']

/** @throws HttpError 400 unless it is a picture that the caller's office uploaded for this purpose */
async function assertCover(trx: Trx, content: PartContents['BRIEF'], user: Caller): Promise<void> {
  if (content.coverFileId === undefined) return
  const file = await trx
    .selectFrom('file_info')
    .select('ext')
    .where('id', '=', content.coverFileId)
    .where('org_id', '=', user.orgId)
    .where('biz_type', '=', 'DEMO_COVER')
    .forShare()
    .executeTakeFirst()
  if (!file)
    throw badRequest('F-020', '效果图：文件不存在', [{ field: 'coverFileId', message: '文件不存在' }])
  if (PICTURES.includes(file.ext)) return
  const message = '请上传 JPG 或 PNG 图片'
  throw badRequest('M-020', `效果图：${message}`, [{ field: 'coverFileId', message }])
}

async function preparedContent<Part extends WrittenPart>(
  trx: Trx,
  { part, content }: PartDraft<Part>,
  before: PartRow | undefined,
  user: Caller,
): Promise<object> {
  if (part === 'BRIEF') await assertCover(trx, content as PartContents['BRIEF'], user) // by `part`
  if (part !== 'IMPLEMENTATION') return content
  const plan = content as PartContents['IMPLEMENTATION'] // by `part`
  if (!plan.milestones) return plan
  const stored = (before?.content ?? {}) as PartContents['IMPLEMENTATION'] // by `part`
  return { ...plan, milestones: await withNumbers(trx, plan.milestones, stored.milestones ?? []) }
}

/** The fields that were copied from an earlier application and are still as they were. */
function stillCopied(before: PartRow | undefined, content: string): Record<string, number> {
  const old = new Map<string, unknown>(Object.entries(before?.content ?? {}))
  const now = new Map<string, unknown>(Object.entries(JSON.parse(content)))
  return Object.fromEntries(
    Object.entries(before?.copied_fields ?? {}).filter(
      ([field]) => JSON.stringify(old.get(field)) === JSON.stringify(now.get(field)),
    ),
  )
}

/** Saves a part, complete or as a draft. @throws HttpError 400, 404, 409 or 423 */
export async function savePart<Part extends WrittenPart>(
  trx: Trx,
  draft: PartDraft<Part>,
  user: Caller,
  now: Date,
): Promise<void> {
  const row = await requirePilot(trx, draft.projectId, user, { now, lock: true })
  await assertPartOpen(trx, row, draft.part, user, now)
  const before = await trx
    .selectFrom('demo_part')
    .selectAll()
    .where('project_id', '=', row.id)
    .where('part', '=', draft.part)
    .forUpdate()
    .executeTakeFirst()
  if (before ? before.version !== draft.version : draft.version !== undefined) throw staleVersion()
  assertContent(draft.part, row, draft.content, draft.draft)
  const content = JSON.stringify(await preparedContent(trx, draft, before, user))
  const status = draft.draft ? PartStatus.saved : PartStatus.complete
  const copied = JSON.stringify(stillCopied(before, content))
  if (!before) {
    await trx
      .insertInto('demo_part')
      .values({
        project_id: row.id,
        part: draft.part,
        content,
        status,
        create_by: user.username,
        update_by: user.username,
      })
      .execute()
  } else {
    await trx
      .updateTable('demo_part')
      .set({
        content,
        copied_fields: copied,
        status,
        version: sql`version + 1`,
        update_by: user.username,
        update_time: sql`now()`,
      })
      .where('id', '=', before.id)
      .execute()
  }
  await renewPilotRemarks(trx, row.id, user)
  await notePilotChange(trx, row.id, user)
}
