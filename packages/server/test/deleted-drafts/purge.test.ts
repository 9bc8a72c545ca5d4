import type { XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction, type Transact } from '../../src/db/transaction.ts'
import type { Bin } from '../../src/domain/deleted-drafts/bin.ts'
import { PARTS_OF_REVIEW, purgeDrafts } from '../../src/domain/deleted-drafts/purge.ts'
import { encodePng } from '../../src/runtime/png.ts'
import { type Rig, startRig } from '../rig.ts'
import { soundPilot } from '../support/pilots.ts'
import { soundProject } from '../support/projects.ts'
import { smallPdf } from '../support/small-pdf.ts'
import { KINDS } from './kinds.ts'

const DAY_MS = 86_400_000

let rig: Rig
let author: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  author = await rig.sameAs('enterprise_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const [projects, pilots, provincial] = KINDS
if (!projects || !pilots || !provincial) throw new Error('no such kinds')
const transact: Transact = (work) => inTransaction(rig.db, work)
const pdf = () => new File([smallPdf(crypto.randomUUID())], '材料.pdf', { type: 'application/pdf' })
const purge = (bin: Bin) => purgeDrafts([bin], transact, { now: new Date(Date.now() + 31 * DAY_MS) })
const remaining = async (ids: readonly number[]) => {
  const { rows } = await sql<{ id: number }>`
    select id from file_info where id = any(${[...ids]}::bigint[]) order by id`.execute(rig.db)
  return rows.map(({ id }) => id)
}

/** A deleted draft of a project that holds these files. */
async function deletedProject(attachmentIds: number[], serial: number): Promise<void> {
  const projectName = `盐池县清除第${serial}号储能`
  const { id } = await author.projects.create(soundProject(serial, { projectName, attachmentIds }))
  await author.projects.delete([id])
}

test('an attachment of a demonstration project outlives the draft of a project that names it too', async () => {
  const { fileId } = await pilots.make(author, '盐池县共用附件储能', 60)
  await deletedProject([fileId], 61)
  await purge(projects.bin)
  expect(await remaining([fileId])).toEqual([fileId])
})

test('a file uploaded for a report outlives the draft of a project that names it too', async () => {
  const evidence = await author.files.upload({ file: pdf(), bizType: 'INDEX_EVIDENCE' })
  await deletedProject([evidence.id], 62)
  await purge(projects.bin)
  expect(await remaining([evidence.id])).toEqual([evidence.id])
})

test('a project keeps the file that it has in common with a removed demonstration project', async () => {
  const { id, fileId } = await pilots.make(author, '盐池县先删附件储能', 63)
  const kept = soundProject(64, { projectName: '盐池县后留附件储能', attachmentIds: [fileId] })
  await author.projects.create(kept)
  await author.demoProjects.delete([id])
  await purge(pilots.bin)
  expect(await remaining([fileId])).toEqual([fileId])
})

test('the picture of a removed demonstration project stays while another one shows it', async () => {
  const dot = encodePng({ width: 1, height: 1, palette: [[0, 0, 0]], pixels: new Uint8Array(1) })
  const file = new File([new Uint8Array(dot)], '效果图.png', { type: 'image/png' })
  const { id: coverFileId } = await author.files.upload({ file, bizType: 'DEMO_COVER' })
  const ids: number[] = []
  for (const serial of [65, 66]) {
    const { id } = await pilots.make(author, `盐池县同图第${serial}号储能`, serial)
    await sql`insert into demo_part (project_id, part, content)
      values (${id}, 'BRIEF', ${JSON.stringify({ coverFileId })}::text::jsonb)
      on conflict (project_id, part) do update set content = excluded.content`.execute(rig.db)
    ids.push(id)
  }
  const [first = 0, second = 0] = ids
  await author.demoProjects.delete([first])
  await purge(pilots.bin)
  expect(await remaining([coverFileId])).toEqual([coverFileId])
  await author.demoProjects.delete([second])
  await purge(pilots.bin)
  expect(await remaining([coverFileId])).toEqual([])
})

test('evidence of a self-assessment goes with the last demonstration project that names it', async () => {
  const { id: evidenceId } = await author.files.upload({ file: pdf(), bizType: 'INDEX_EVIDENCE' })
  const [area] = await author.assessment.getCatalogue({ stage: 'PRIMARY' })
  const indexId = area?.children?.[0]?.id ?? 0
  const made = await Promise.all(
    [67, 68].map((serial) =>
      author.demoProjects.create(soundPilot(serial, { projectName: `盐池县佐证${serial}储能` })),
    ),
  )
  for (const { id, batchYear } of made)
    await author.indexValues.save({
      ...{ demoProjectId: id, stage: 'PRIMARY', year: batchYear, submit: false },
      values: [{ indexId, evidenceFileIds: [evidenceId] }],
    })
  const [first, second] = made
  await author.demoProjects.delete([first?.id ?? 0])
  await purge(pilots.bin)
  expect(await remaining([evidenceId])).toEqual([evidenceId])
  await author.demoProjects.delete([second?.id ?? 0])
  await purge(pilots.bin)
  expect(await remaining([evidenceId])).toEqual([])
})

test('opinions that a reviewer has begun go with the draft', async () => {
  const province = await rig.sameAs(provincial.author)
  const { id } = await provincial.make(province, '盐池县意见未发储能', 69)
  await sql`insert into review_draft (user_id, entity, entity_id, content)
    values (1, 'PROV_DEMO', ${id}, '{}'), (1, 'DEMO', ${id}, '{}')`.execute(rig.db)
  await province.provincialDemos.delete([id])
  await purge(provincial.bin)
  const { rows } = await sql`select entity from review_draft where entity_id = ${id}`.execute(rig.db)
  expect(rows).toEqual([{ entity: 'DEMO' }])
})

/** Tables that have rows of a record only after it was submitted, when it can be deleted no more. */
const AFTER_SUBMISSION = [
  'annual_report.demo_project_id',
  'conflict_hit.project_id',
  'demo_formal_check.project_id',
  'demo_progress.demo_project_id',
  'demo_result.project_id',
  'expert_assign.project_id',
  'expert_group_project.project_id',
  'expert_reassign.project_id',
  'expert_recusal.project_id',
  'objection.project_id',
  'project_duplicate_decision.pair_id',
  // Of tables of figures, which are not of one project.
  'issued_bulletin.code',
]

test.each(KINDS)(
  'whatever refers to $title goes with it, or comes only after its submission',
  async ({ bin }) => {
    const parts = [...bin.parts, ...PARTS_OF_REVIEW]
    const tables = [bin.table, ...parts.map(([table]) => table)]
    // Cascades go by themselves.
    const { rows } = await sql<{ name: string }>`
    select k.conrelid::regclass || '.' || a.attname as name
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
    where k.contype = 'f' and k.confdeltype <> 'c' and k.confrelid = any(${tables}::regclass[])`.execute(
      rig.db,
    )
    const removed = parts.map((part) => part.join('.'))
    const held = rows.map(({ name }) => name).filter((name) => !removed.includes(name))
    expect(held.filter((name) => !AFTER_SUBMISSION.includes(name))).toEqual([])
  },
)
