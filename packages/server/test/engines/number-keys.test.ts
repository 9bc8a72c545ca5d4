import { importRows, type XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { keyNumbers } from '../../src/domain/es-project/duplicates/number-keys.ts'
import { type Rig, startRig } from '../rig.ts'
import { goodRow } from '../support/import-rows.ts'
import { soundProject } from '../support/projects.ts'

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

const KEYS = { record_key: '盐发改备[2026]88号', national_key: '2609-640323-04-01-880001' }
const NUMBERS = { recordNo: ' 盐发改备〔２０２６〕88 号', nationalCode: '２６０９-640323-04-01-880001' }

const keysOf = (id: number) =>
  rig.db
    .selectFrom('es_project')
    .select(['record_key', 'national_key'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('the numbers of a project are comparable', () => {
  test('when a form creates and changes it', async () => {
    const { id, version } = await enterprise.projects.create(soundProject(61, NUMBERS))
    expect(await keysOf(id)).toEqual(KEYS)
    await enterprise.projects.update({ ...soundProject(61, { recordNo: '/' }), id, version })
    expect(await keysOf(id)).toEqual({ record_key: '', national_key: null })
  })

  test('when an import creates and changes it', async () => {
    const row = goodRow(62, NUMBERS)
    const { batch } = await importRows(enterprise.imports, [row], { pollInterval: 50 })
    const written = await rig.db
      .selectFrom('import_row')
      .select('project_id')
      .where('batch_id', '=', batch.id)
      .executeTakeFirstOrThrow()
    const id = written.project_id ?? 0
    expect(await keysOf(id)).toEqual(KEYS)
    const next = { ...row, recordNo: '盐发改备【2026】89号' }
    await importRows(enterprise.imports, [next], { pollInterval: 50 })
    expect(await keysOf(id)).toEqual({ ...KEYS, record_key: '盐发改备[2026]89号' })
  })
})

test('projects of an earlier version get their keys once, whichever of several servers fills them', async () => {
  await sql`update es_project set record_key = null, national_key = null`.execute(rig.db)
  const transact = <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(rig.db, work)
  await Promise.all([keyNumbers(transact), keyNumbers(transact), keyNumbers(transact)])
  const left = await sql`select from es_project where (record_key is null and record_no <> '')
    or (national_key is null and national_code <> '')`.execute(rig.db)
  expect(left.rows).toEqual([])
  const filled = await sql`select from es_project where record_key like '%[%]%号' limit 10`.execute(rig.db)
  expect(filled.rows).toHaveLength(10)
  const versions = await sql`select ctid from es_project order by id limit 50`.execute(rig.db)
  await keyNumbers(transact)
  const again = await sql`select ctid from es_project order by id limit 50`.execute(rig.db)
  expect(again.rows).toEqual(versions.rows)
})
