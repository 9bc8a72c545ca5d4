import type { XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '../../src/db/open.ts'
import { claim, postpone, release, saveProgress } from '../../src/domain/import/lease.ts'
import { type Rig, startRig } from '../rig.ts'
import { openCopy } from '../support/database.ts'
import { fillTemplate, goodRow } from '../support/import-rows.ts'

describe('an import that was interrupted', () => {
  let rig: Rig
  let enterprise: XinchuClient
  beforeAll(async () => {
    rig = await startRig()
    enterprise = await rig.as('enterprise_yc')
  })
  afterAll(async () => {
    expect(rig.offContract).toEqual([])
    await rig.close()
  })

  const rowsOf = (batchId: number) =>
    rig.db.selectFrom('import_row').selectAll().where('batch_id', '=', batchId).orderBy('row_no').execute()
  const untilReady = (id: number) =>
    expect.poll(() => enterprise.imports.get(id)).toMatchObject({ state: 'READY' })

  /** Puts a batch back to where a server was killed that had compared so many rows and staged some more. */
  async function interrupt(id: number, parsed: number, lastKept: number): Promise<void> {
    const warnings = JSON.stringify([{ message: 'as it was kept' }])
    await sql`update import_row set warnings = ${warnings} where batch_id = ${id} and row_no <= ${lastKept}`.execute(
      rig.db,
    )
    await sql`update import_row set state = 'OK', errors = '[]', project_id = null where batch_id = ${id} and row_no > ${lastKept}`.execute(
      rig.db,
    )
    await sql`update import_batch set state = 'PARSING', parsed_rows = ${parsed}, ok_rows = 0, error_rows = 0, claims = 5,
      lease_owner = 'a killed server', lease_until = now() where id = ${id}`.execute(rig.db)
  }

  // Every tenth row has an error, and the last thirty repeat the first.
  const cells = Array.from({ length: 700 }, (_, at) =>
    goodRow(70_000 + at, at % 10 === 5 ? { contactPhone: '1' } : {}),
  )
  const given = [...cells, ...cells.slice(0, 30)]

  async function workbook(): Promise<number> {
    const { blob } = await enterprise.imports.downloadTemplate({})
    const bytes = await fillTemplate(new Uint8Array(await blob.arrayBuffer()), given)
    return (await enterprise.imports.upload({ file: new File([Buffer.from(bytes)], '中断.xlsx') })).id
  }

  async function sentRows(): Promise<number> {
    const rows = given.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, String(cell)])),
    )
    return (await enterprise.imports.upload({ clientKey: 'interrupted-rows', rows, last: true })).id
  }

  test.each([
    ['a workbook', workbook, 5],
    ['rows that were sent', sentRows, 0],
  ])('goes on behind the last row that was compared: %s', async (_what, upload, heading) => {
    const id = await upload()
    await untilReady(id)
    const whole = await rowsOf(id)
    const kept = heading + 260
    expect(whole).toHaveLength(730)
    // Half of what the killed server had staged behind the kept rows is there.
    await interrupt(id, 260, kept)
    if (heading > 0)
      await sql`delete from import_row where batch_id = ${id} and row_no > ${kept + 100}`.execute(rig.db)
    await untilReady(id)
    const again = await rowsOf(id)
    expect(
      again.slice(0, 260).every(({ warnings }) => JSON.stringify(warnings).includes('as it was kept')),
    ).toBe(true)
    expect(again.slice(260)).toEqual(whole.slice(260))
    expect(await enterprise.imports.get(id)).toMatchObject({
      totalRows: 730,
      parsedRows: 730,
      okRows: 630,
      errorRows: 100,
    })
    await enterprise.imports.cancel(id)
  })

  test('all of whose rows were compared is ready without another', async () => {
    const id = (
      await enterprise.imports.upload({
        clientKey: 'interrupted-last',
        rows: [{ projectName: '甲' }],
        last: true,
      })
    ).id
    await untilReady(id)
    await interrupt(id, 1, 1)
    await untilReady(id)
    expect(await rowsOf(id)).toMatchObject([{ row_no: 1, warnings: [{ message: 'as it was kept' }] }])
  })
})

describe('a batch that is taken up again and again', () => {
  let opened: OpenDatabase
  let id: number
  beforeAll(async () => {
    opened = await openCopy()
    const made = await opened.db
      .insertInto('import_batch')
      .values({ org_id: 1, user_id: 1, file_name: 'a.xlsx' })
      .returning('id')
      .executeTakeFirstOrThrow()
    id = made.id
  })
  afterAll(() => opened.close())

  const expire = () =>
    sql`update import_batch set lease_until = now() - interval '1 second'`.execute(opened.db)
  const stateOf = async () =>
    (
      await opened.db
        .selectFrom('import_batch')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).state
  const reset = () =>
    sql`update import_batch set state = 'PARSING', attempts = 0, claims = 0, lease_until = null`.execute(
      opened.db,
    )
  const take = async () => {
    await expire()
    return claim(opened.db, 'server')
  }

  test('because its servers are killed is not given up, as long as it comes on', async () => {
    await reset()
    for (let kill = 0; kill < 100; kill += 1) {
      const batch = await take()
      expect(batch?.id).toBe(id)
      if (batch && kill % 10 === 9) await saveProgress(opened.db, batch, 'server', { parsed: kill })
    }
  })

  test('without ever coming on is given up at last', async () => {
    await reset()
    for (let kill = 0; kill < 20; kill += 1) expect(await take()).toBeDefined()
    expect(await take()).toBeUndefined()
    expect(await stateOf()).toBe('FAILED')
  })

  test('after failures is given up at the third that brought nothing', async () => {
    await reset()
    for (const parsed of [1, 2, 3]) {
      for (const _failure of [1, 2]) {
        expect(await take()).toBeDefined()
        await postpone(opened.db, id, 'server')
      }
      const batch = await take()
      if (batch) await saveProgress(opened.db, batch, 'server', { parsed })
    }
    for (const _failure of [1, 2, 3]) {
      expect(await take()).toBeDefined()
      await postpone(opened.db, id, 'server')
    }
    expect(await take()).toBeUndefined()
    expect(await stateOf()).toBe('FAILED')
  })

  test('because its servers are stopped in order is not given up', async () => {
    await reset()
    for (let stop = 0; stop < 50; stop += 1) {
      expect(await take()).toBeDefined()
      await release(opened.db, id, 'server')
    }
  })
})
