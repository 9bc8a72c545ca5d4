import { readdirSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { importWorkbook, type XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadUser } from '../../src/domain/auth/load-caller.ts'
import { correctRows } from '../../src/domain/import/correct.ts'
import { receiveWorkbook } from '../../src/domain/import/receive.ts'
import { type Rig, startRig } from '../rig.ts'
import { fillTemplate, goodRow } from '../support/import-rows.ts'

let rig: Rig
let enterprise: XinchuClient
let template: Uint8Array
beforeAll(async () => {
  rig = await startRig()
  enterprise = await rig.as('enterprise_yc')
  const file = await enterprise.imports.downloadTemplate({})
  template = new Uint8Array(await file.blob.arrayBuffer())
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

let serial = 40_000
/** A workbook of one row that no other test has. */
async function workbook(contactPhone = '13800138000'): Promise<File> {
  serial += 1
  return new File(
    [Buffer.from(await fillTemplate(template, [goodRow(serial, { contactPhone })]))],
    '一行.xlsx',
  )
}

const batchOf = (id: number) =>
  rig.db.selectFrom('import_batch').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function userOf(id: number) {
  const user = await loadUser(rig.db, id)
  if (!user) throw new Error('the account is gone')
  return user
}

test.each(['COMMITTING', 'CANCELLED'])(
  'a correction is refused if the batch has become %s since it was read',
  async (state) => {
    const { batch } = await importWorkbook(enterprise.imports, await workbook('1'), { mode: 'atomic' })
    const read = await batchOf(batch.id)
    expect(read.state).toBe('READY')
    // Without rows that a commit would write, the batch keeps this state.
    await sql`update import_batch set state = ${state}, lease_until = 'infinity' where id = ${batch.id}`.execute(
      rig.db,
    )
    const correction = { rows: [{ rowNo: 6, cells: { contactPhone: '13800138000' } }] }
    const user = await userOf(read.user_id)
    const work = rig.db
      .transaction()
      .execute((trx) => correctRows({ trx, now: () => new Date() }, read, correction, user))
    await expect(work).rejects.toMatchObject({ status: 409, message: '批次状态已变化，请刷新后重试' })
    expect(await batchOf(batch.id)).toMatchObject({ state, error_rows: 1 })
  },
)

test('a workbook whose key is known already is deleted only after the commit', async () => {
  const uploads = () => readdirSync(join(rig.dataDir, 'uploads'))
  const file = await workbook()
  const clientKey = 'known-workbook-01'
  const { batch } = await importWorkbook(enterprise.imports, file, { clientKey })
  const before = uploads()
  const again = await enterprise.imports.upload({ file, clientKey })
  expect(again.id).toBe(batch.id)
  expect(uploads()).toEqual(before)

  const { sha256, user_id } = await batchOf(batch.id)
  const path = join(rig.dataDir, 'uploads', 'again')
  await writeFile(path, Buffer.from(await file.arrayBuffer()))
  const upload = {
    fileName: file.name,
    storageKey: 'again',
    path,
    size: file.size,
    sha256: sha256 ?? '',
    fields: { clientKey },
    discard: () => rm(path),
  }
  const user = await userOf(user_id)
  const found = await rig.db.transaction().execute((trx) => receiveWorkbook(trx, upload, user))
  expect(found.id).toBe(batch.id)
  expect(uploads()).toContain('again')
})

test('a row of another province is refused for its place, although its county is unknown', async () => {
  const province = await rig.as('province_nx')
  const row = goodRow(41_000, { province: '北京市', city: '', county: '不存在' })
  const file = new File([Buffer.from(await fillTemplate(template, [row]))], '外省.xlsx')
  const outcome = await importWorkbook(province.imports, file, { dryRun: true })
  const found: string[] = []
  for await (const { errors } of outcome.errorRows()) found.push(...errors.map(({ message }) => message))
  expect(found).toEqual([
    '第6行【县（区）】：行政区划不匹配',
    '第6行【省（自治区、直辖市）】：不在本单位管辖范围',
  ])
})
