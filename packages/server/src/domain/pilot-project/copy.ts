import { PartStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { countWords, type FieldSpec } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { badRequest, notFound, staleVersion } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { reply } from '../reply.ts'
import { type Materials, materialsOf, type PartRow } from './completeness.ts'
import { notePilotChange } from './events.ts'
import { PART_SPECS, WRITTEN_PARTS, type WrittenPart } from './part-specs.ts'
import { assertPartOpen } from './parts.ts'
import { findPilots, type PilotRecord, requirePilot } from './query.ts'
import { renewPilotRemarks } from './remarks.ts'

type Schemas = components['schemas']
type Section = Schemas['DemoCopySection']

/** Most earlier applications that are offered. */
const MOST = 20
/** Fields that are never copied: each application provides its own. */
const NEVER: readonly string[] = ['commitment', 'coverFileId']

/** The parts' names of their versions. */
const VERSION_OF = {
  APPLICATION: 'application',
  IMPLEMENTATION: 'implementation',
  BRIEF: 'brief',
} as const satisfies Record<WrittenPart, keyof Schemas['DemoPartVersions']>

function sectionOf(part: WrittenPart, { name, caption, kind }: FieldSpec, value: unknown): Section[] {
  if (value === undefined || value === '' || NEVER.includes(name)) return []
  const isText = typeof value === 'string'
  return [
    reply<Section>({
      part,
      field: name,
      label: caption,
      words: isText ? countWords(value) : undefined,
      rows: Array.isArray(value) ? value.length : undefined,
      suggested: isText && kind === 'string',
    }),
  ]
}

const valuesOf = (row: PartRow | undefined) => new Map<string, unknown>(Object.entries(row?.content ?? {}))

const sectionsOf = ({ parts }: Materials): Section[] =>
  WRITTEN_PARTS.flatMap((part) => {
    const values = valuesOf(parts.get(part))
    return PART_SPECS[part].fields.flatMap((spec) => sectionOf(part, spec, values.get(spec.name)))
  })

/** Applications of the caller's office in other batches, the latest first, with their sections that can be copied. */
export async function copySources(
  db: Db,
  projectId: number,
  user: Caller,
  now: Date,
): Promise<Schemas['DemoCopySource'][]> {
  const target = await requirePilot(db, projectId, user, { now })
  const { rows } = await sql<{ id: number }>`
    select id from demo_project where org_id = ${user.orgId} and not deleted and id <> ${target.id}
      and (batch_year, batch_no) <> (${target.batch_year}, ${target.batch_no})
    order by batch_year desc, batch_no desc, id desc limit ${MOST}`.execute(db)
  const ids = rows.map(({ id }) => id)
  const found = new Map((await findPilots(db, ids, user, { now })).map((row) => [row.id, row]))
  const materials = await materialsOf(db, ids)
  return ids.flatMap((id) => {
    const row = found.get(id)
    const sections = sectionsOf(materials.get(id) ?? { parts: new Map(), files: [] })
    if (!row || sections.length === 0) return []
    const { project_name: projectName, batch_year: batchYear, batch_no: batchNo } = row
    return [{ projectId: id, projectName, batchYear, batchNo, sections }]
  })
}

/** Returns a value for copying. Rows lose the ids that belong to their own plan. */
const copied = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((row: unknown) => {
        if (typeof row !== 'object' || row === null) return row
        const {
          id: _id,
          actualDate: _date,
          progressPct: _progress,
          ...rest
        } = Object.fromEntries(Object.entries(row))
        return rest
      })
    : value

async function copyPart(
  trx: Trx,
  target: PilotRecord,
  part: WrittenPart,
  values: ReadonlyMap<string, unknown>,
  { year, before, user }: { year: number; before: PartRow | undefined; user: Caller },
): Promise<void> {
  const content = Object.fromEntries([...valuesOf(before), ...values])
  const marks = {
    ...before?.copied_fields,
    ...Object.fromEntries([...values.keys()].map((field) => [field, year])),
  }
  await sql`
    insert into demo_part (project_id, part, content, copied_fields, status, create_by, update_by)
    values (${target.id}, ${part}, ${JSON.stringify(content)}::text::jsonb, ${JSON.stringify(marks)}::text::jsonb,
      ${PartStatus.saved}, ${user.username}, ${user.username})
    on conflict (project_id, part) do update set content = excluded.content, copied_fields = excluded.copied_fields,
      status = excluded.status, version = demo_part.version + 1, update_by = excluded.update_by, update_time = now()`.execute(
    trx,
  )
}

/**
 * Copies chosen sections of an earlier application into one that is being filled in, all or none.
 * @throws HttpError 400 for a section that the source does not have, 404, 409 or 423
 */
export async function copyParts(
  trx: Trx,
  { projectId, sourceId, versions = {}, sections }: Schemas['DemoCopyRequest'],
  user: Caller,
  now: Date,
): Promise<void> {
  const target = await requirePilot(trx, projectId, user, { now, lock: true })
  const source = await requirePilot(trx, sourceId, user, { now })
  if (source.org_id !== user.orgId) throw notFound('往批申报')
  const materials = await materialsOf(trx, [target.id, source.id])
  const own = materials.get(target.id)?.parts
  for (const part of WRITTEN_PARTS) {
    const wanted = sections.filter((each) => each.part === part)
    if (wanted.length === 0) continue
    await assertPartOpen(trx, target, part, user, now)
    const before = own?.get(part)
    const seen = versions[VERSION_OF[part]]
    if (seen !== undefined && seen !== before?.version) throw staleVersion()
    const given = valuesOf(materials.get(source.id)?.parts.get(part))
    const stray = wanted.find(({ field }) => !given.has(field) || NEVER.includes(field))
    if (stray) throw badRequest('W-002', `往批申报没有“${stray.field}”`, 'sections')
    const values = new Map(wanted.map(({ field }) => [field, copied(given.get(field))]))
    await copyPart(trx, target, part, values, { year: source.batch_year, before, user })
  }
  await renewPilotRemarks(trx, target.id, user)
  await notePilotChange(trx, target.id, user)
}
