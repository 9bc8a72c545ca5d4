import { expect, test } from 'vitest'
import { loadUser } from '../../src/domain/auth/load-caller.ts'
import { commitBatch } from '../../src/domain/import/commit.ts'
import { openImportPlatform } from '../support/import-platform.ts'

const platform = openImportPlatform(66_000)
const OWNER = 'this test'
const AFTER = new Date('2099-01-01T00:00:00Z')

interface Wish {
  count: number
  mode: 'partial' | 'atomic'
  submit?: boolean
}

/** A checked batch that is being written here, and by no runner. */
async function beingWritten({ count, mode, submit = false }: Wish) {
  const rows = Array.from({ length: count }, () => platform.nextRow())
  const { batch } = await platform.imported(rows, { mode, beforeWrite: () => false })
  return platform.rig.db
    .updateTable('import_batch')
    .set({
      ...{ state: 'COMMITTING', lease_owner: OWNER, lease_until: AFTER.toISOString() },
      submit_after_commit: submit,
    })
    .where('id', '=', batch.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Ending = (asked: number, userId: number) => Date

/** Writes a batch; `ending` is asked the time, and how often it was asked. `before` runs between its check and the writing. */
async function write(wish: Wish, ending: Ending, before = async () => {}) {
  const batch = await beingWritten(wish)
  await before()
  const user = await loadUser(platform.rig.db, batch.user_id)
  if (!user) throw new Error('no user')
  let asked = 0
  const now = () => ending(++asked, batch.user_id)
  const work = {
    db: platform.rig.db,
    config: { dataDir: platform.rig.dataDir },
    owner: OWNER,
    signal: new AbortController().signal,
    now,
  }
  await commitBatch(work, batch, user)
  return platform.enterprise.imports.get(batch.id)
}

// Each part asks twice: when it is written, and whether it may be written.
const afterOnePart: Ending = (asked) => (asked > 2 ? AFTER : new Date())

test('a window that closes in the middle ends the rest, and says how much that is', async () => {
  const batch = await write({ count: 260, mode: 'partial' }, afterOnePart)
  expect(batch).toMatchObject({ state: 'DONE', committedRows: 200, okRows: 60, created: 200 })
  expect(batch.message).toMatch(/^当前不在填报时间内：.*截止.*。已写入 200 行，余 60 行未写入$/)
})

test('an import that ends early says that nothing of it was submitted', async () => {
  const batch = await write({ count: 210, mode: 'partial', submit: true }, afterOnePart)
  expect(batch.message).toMatch(/。已写入 200 行，余 10 行未写入；写入的项目均为草稿，未作提交$/)
})

test('a window that closes after the last part ends nothing', async () => {
  const batch = await write({ count: 200, mode: 'partial' }, afterOnePart)
  expect(batch).toMatchObject({ state: 'DONE', committedRows: 200, created: 200 })
  expect(batch.message).toBeUndefined()
})

test('an import of all or nothing writes nothing if the window has closed at its end', async () => {
  const batch = await write({ count: 3, mode: 'atomic' }, (asked) => (asked > 1 ? AFTER : new Date()))
  expect(batch).toMatchObject({ state: 'FAILED', committedRows: 0, okRows: 3 })
  expect(batch.message).toMatch(/^当前不在填报时间内：.*。没有写入任何行$/)
})

test('nothing is written once the window has closed', async () => {
  const batch = await write({ count: 2, mode: 'partial' }, () => AFTER)
  expect(batch).toMatchObject({ state: 'FAILED', committedRows: 0 })
})

test('nothing more is written once the roles of its author may import no projects', async () => {
  const { db } = platform.rig
  const granted = await db
    .selectFrom('permission_grant')
    .selectAll()
    .where('permission', '=', 'esProject:import')
    .execute()
  const take = async () => {
    await db.deleteFrom('permission_grant').where('permission', '=', 'esProject:import').execute()
  }
  const batch = await write({ count: 2, mode: 'partial' }, () => new Date(), take)
  await db.insertInto('permission_grant').values(granted).execute()
  expect(batch).toMatchObject({ state: 'FAILED', committedRows: 0 })
  expect(batch.message).toMatch(/^导入人已没有批量导入的权限，导入终止/)
})
