import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction, type Transact } from '../../src/db/transaction.ts'
import { purgeDrafts } from '../../src/domain/deleted-drafts/purge.ts'
import { restoreDrafts } from '../../src/domain/deleted-drafts/restore.ts'
import { collectLeft } from '../../src/domain/files/keep.ts'
import { keyOf } from '../../src/domain/files/store/object-store.ts'
import { openStore } from '../../src/domain/files/store/open-store.ts'
import { type Rig, startRig } from '../rig.ts'
import { loadCaller } from '../support/caller.ts'
import { refusal } from '../support/refusal.ts'
import { refusalCodes } from '../support/rules.ts'
import { KINDS } from './kinds.ts'

const DAY_MS = 86_400_000

let rig: Rig
let later = 0
beforeAll(async () => {
  rig = await startRig({ now: () => new Date(Date.now() + later) })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

let serial = 0

describe.each(KINDS)('a deleted draft of $title', (kind) => {
  const { bin } = kind
  let author: XinchuClient
  let stranger: XinchuClient
  beforeAll(async () => {
    author = await rig.sameAs(kind.author)
    stranger = await rig.sameAs(kind.stranger)
  })

  const make = async (name?: string) => {
    serial += 1
    const named = name ?? `盐池县回收站第${serial}号储能`
    return { name: named, ...(await kind.make(author, named, serial)) }
  }
  const rowOf = async (id: number) =>
    (
      await sql`select to_jsonb(p) - 'deleted' as row from ${sql.table(bin.table)} p where id = ${id}`.execute(
        rig.db,
      )
    ).rows
  const transact: Transact = (work) => inTransaction(rig.db, work)
  const isListed = async (name: string) => (await kind.names(author)).includes(name)
  const inBin = async (client: XinchuClient) =>
    (await kind.of(client).listDeleted({ size: 500 })).content.map(({ id }) => id)

  test('comes back as it was, with its file', async () => {
    const { id, fileId, name } = await make()
    const before = await rowOf(id)
    await kind.of(author).delete([id])
    expect(await isListed(name)).toBe(false)
    const page = await kind.of(author).listDeleted({ size: 500 })
    const entry = page.content.find((each) => each.id === id)
    expect(page.totalElements).toBe(page.content.length)
    expect(entry).toMatchObject({ name, deletedBy: expect.stringMatching(/./) })
    const between = Date.parse(entry?.restorableUntil ?? '') - Date.parse(entry?.deletedAt ?? '')
    expect(between).toBe(30 * DAY_MS)
    await kind.of(author).restore({ ids: [id] })
    expect(await rowOf(id)).toEqual(before)
    expect(await isListed(name)).toBe(true)
    expect(await inBin(author)).not.toContain(id)
    await expect(author.files.download(fileId)).resolves.toMatchObject({ blob: expect.anything() })
  })

  test('keeps its file from being deleted', async () => {
    const { id, fileId } = await make()
    await kind.of(author).delete([id])
    expect(await refusalCodes(author.files.delete(fileId))).toContain('W-016')
  })

  test('is neither shown to another office nor restored by it', async () => {
    const { id } = await make()
    await kind.of(author).delete([id])
    expect(await inBin(stranger)).not.toContain(id)
    expect(await refusal(kind.of(stranger).restore({ ids: [id] }))).toMatchObject({ status: 404 })
    expect(await inBin(author)).toContain(id)
  })

  test('is not restored together with one that is unknown, not even in part', async () => {
    const own = await make()
    const kept = await make()
    await kind.of(author).delete([own.id])
    for (const [id, status] of [
      [987_654_321, 404],
      [kept.id, 409],
    ] as const) {
      expect(await refusal(kind.of(author).restore({ ids: [own.id, id] }))).toMatchObject({ status })
      expect(await isListed(own.name)).toBe(false)
    }
    // What nobody may know of is not told from what was not deleted.
    expect(await refusal(kind.of(stranger).restore({ ids: [kept.id] }))).toMatchObject({ status: 404 })
  })

  test('is restored once, however many ask at the same time', async () => {
    const { id, name } = await make()
    await kind.of(author).delete([id])
    const asked = await Promise.all(
      [1, 2, 3, 4, 5].map(() => refusal(kind.of(author).restore({ ids: [id] }))),
    )
    expect(asked.filter((each) => each === undefined)).toHaveLength(1)
    expect(asked.flatMap((each) => (each ? [each.status] : []))).toEqual([409, 409, 409, 409])
    expect(asked.find(Boolean)?.message).toBe(`“${name}”没有被删除，不需要恢复`)
    const { rows } = await sql<{ kind: string }>`
      select kind from record_event where record_id = ${id} and kind = ${bin.restored}`.execute(rig.db)
    expect(rows).toHaveLength(1)
  })

  test('stays in the bin when the power fails before the commit, and is restored by the next try', async () => {
    const { id, name } = await make()
    await kind.of(author).delete([id])
    const user = await loadCaller(rig.db, kind.author)
    const cut = inTransaction(rig.db, async (trx) => {
      await restoreDrafts(trx, bin, [id], { user, now: new Date() })
      throw new Error('power cut')
    })
    await expect(cut).rejects.toThrow('power cut')
    expect([await isListed(name), await inBin(author)]).toEqual([false, expect.arrayContaining([id])])
    await kind.of(author).restore({ ids: [id] })
    expect(await isListed(name)).toBe(true)
  })

  test('can be deleted and restored again', async () => {
    const { id } = await make()
    for (const _ of [1, 2]) {
      await kind.of(author).delete([id])
      expect(await refusal(kind.of(author).delete([id]))).toMatchObject({ status: 404 })
      await kind.of(author).restore({ ids: [id] })
    }
  })

  test('is gone after 30 days, with its row, its files and their bytes', async () => {
    const { id, fileId } = await make()
    const { sha256 = '' } = await rig.db
      .selectFrom('file_info')
      .select('sha256')
      .where('id', '=', fileId)
      .executeTakeFirstOrThrow()
    await kind.of(author).delete([id])
    const purge = (now: Date) => purgeDrafts([bin], transact, { now })
    const stored = () => existsSync(join(rig.dataDir, 'uploads', keyOf(sha256 ?? '')))
    await purge(new Date(Date.now() + 30 * DAY_MS - 60_000))
    expect([await rowOf(id), stored()]).toEqual([expect.objectContaining({ length: 1 }), true])
    later = 30 * DAY_MS
    // Nobody waits for the upkeep to refuse it.
    expect(await inBin(await rig.as(kind.author))).not.toContain(id)
    expect(await refusal(kind.of(await rig.as(kind.author)).restore({ ids: [id] }))).toMatchObject({
      status: 404,
    })
    later = 0
    const end = new Date(Date.now() + 30 * DAY_MS + 1000)
    await purge(end)
    expect(await rowOf(id)).toEqual([])
    expect(await rig.db.selectFrom('file_info').select('id').where('id', '=', fileId).execute()).toEqual([])
    const files = openStore({ dataDir: rig.dataDir, s3: undefined })
    await collectLeft({ files, transact, now: () => end }, new AbortController().signal)
    expect(stored()).toBe(false)
    expect(await refusal(kind.of(author).restore({ ids: [id] }))).toMatchObject({ status: 404 })
  })
})

test.each([
  ['a demonstration project', KINDS[1], 'M-001'],
  ['a project of a province', KINDS[2], 'R-001'],
] as const)('the name of %s that was given again is not restored beside it', async (_title, kind, code) => {
  if (!kind) throw new Error('no such kind')
  const author = await rig.sameAs(kind.author)
  const name = '盐池县同名回收站储能'
  const first = await kind.make(author, name, 90)
  await kind.of(author).delete([first.id])
  const second = await kind.make(author, name, 91)
  expect(await refusalCodes(kind.of(author).restore({ ids: [first.id] }))).toContain(code)
  await kind.of(author).delete([second.id])
  expect(await refusalCodes(kind.of(author).restore({ ids: [first.id, second.id] }))).toContain(code)
  await kind.of(author).restore({ ids: [second.id] })
})

test('a draft that cannot be removed holds no other one, and is reported', async () => {
  const [, pilots] = KINDS
  if (!pilots) throw new Error('no such kind')
  const transact: Transact = (work) => inTransaction(rig.db, work)
  const author = await rig.sameAs(pilots.author)
  const [held, free] = [
    await pilots.make(author, '盐池县留存回收站储能', 93),
    await pilots.make(author, '盐池县到期回收站储能', 94),
  ]
  await pilots.of(author).delete([held.id, free.id])
  await sql`insert into demo_progress (demo_project_id, province_code, year, quarter, content)
    values (${held.id}, '640000', 2026, 1, '{}')`.execute(rig.db)
  const end = new Date(Date.now() + 31 * DAY_MS)
  const left = async () => {
    const { rows } = await sql<{ id: number }>`
      select id from demo_project where id in (${held.id}, ${free.id})`.execute(rig.db)
    return rows.map(({ id }) => id)
  }
  await expect(purgeDrafts([pilots.bin], transact, { now: end })).rejects.toThrow('demo_progress')
  expect(await left()).toEqual([held.id])
  await sql`delete from demo_progress where demo_project_id = ${held.id}`.execute(rig.db)
  await purgeDrafts([pilots.bin], transact, { now: end })
  expect(await left()).toEqual([])
})

test('the id of a deleted draft opens nothing in the bin of another kind', async () => {
  const [projects, pilots] = KINDS
  if (!projects || !pilots) throw new Error('no such kinds')
  const author = await rig.sameAs('enterprise_yc')
  const { id } = await pilots.make(author, '盐池县异类回收站储能', 92)
  await pilots.of(author).delete([id])
  const known = await refusal(projects.of(author).restore({ ids: [id] }))
  expect(known?.status).toBeOneOf([404, 409])
  const bin = await pilots.of(author).listDeleted()
  expect(bin.content.map((each) => each.id)).toContain(id)
})
