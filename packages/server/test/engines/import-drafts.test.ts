import { type ImportRow, importRows, type XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { budget, randomOf } from '../../../../scripts/lib/test-seed.mjs'
import { type Rig, startRig } from '../rig.ts'
import { goodRow, type ImportCells } from '../support/import-rows.ts'
import { saveByHand } from '../support/save-by-hand.ts'

/** How many pairs of an import and an edit of the same draft are tried. */
const PAIRS = budget(24, 240)

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

let serial = 90_000
const rowsOf = (count: number) =>
  Array.from({ length: count }, () => {
    serial += 1
    return goodRow(serial)
  })

/** Drafts made from rows, in their order. */
async function draftsFrom(rows: readonly ImportCells[]): Promise<number[]> {
  const { batch } = await importRows(enterprise.imports, rows, { pollInterval: 50 })
  const made = await rig.db
    .selectFrom('import_row')
    .select('project_id')
    .where('batch_id', '=', batch.id)
    .orderBy('row_no')
    .execute()
  return made.map(({ project_id }) => project_id ?? 0)
}

let key = 0
/** Rows that are checked and compared, but not yet written. */
async function staged(rows: readonly ImportCells[], mode: 'partial' | 'atomic'): Promise<number> {
  key += 1
  const texts = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, String(cell)])),
  )
  const clientKey = `import-drafts-${key}`
  const { id } = await enterprise.imports.upload({ clientKey, mode, rows: texts, last: true })
  await until(id, 'READY')
  return id
}

const until = (id: number, ...states: string[]) =>
  expect
    .poll(async () => states.includes((await enterprise.imports.get(id)).state), {
      timeout: 90_000,
      interval: 20,
    })
    .toBe(true)

const listed = async (batchId: number): Promise<ImportRow[]> =>
  (await enterprise.imports.list({ batchId, size: 500 })).rows ?? []

const stored = (id: number) =>
  rig.db.selectFrom('es_project').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('a row that is the same as a draft of the office', () => {
  test('tells what it would change, field by field in the words of the workbook', async () => {
    const row = { ...rowsOf(1)[0], remark: '一期' }
    const [id = 0] = await draftsFrom([row])
    const next = { ...row, ratedPower: 612, contactPhone: '13900139000', remark: '' }
    const { ratedPower: power } = await enterprise.projects.get(id)
    const [found] = await listed(await staged([next], 'partial'))
    expect(found?.draft).toEqual({
      projectId: id,
      version: 0,
      changes: [
        { field: 'contactPhone', caption: '联系电话', oldValue: '13800138000', newValue: '13900139000' },
        { field: 'ratedPower', caption: '额定功率', oldValue: `${power} MW`, newValue: '612 MW' },
      ],
      blank: [{ field: 'remark', caption: '备注', oldValue: '一期' }],
    })
  })

  test('changes nothing where it is equal, and a new one has no draft', async () => {
    const [row = {}, other = {}] = rowsOf(2)
    await draftsFrom([row])
    const found = await listed(await staged([row, other], 'partial'))
    expect(found.map(({ draft }) => draft?.changes)).toEqual([[], undefined])
  })

  test('leaves alone what a workbook cannot hold', async () => {
    const [row = {}] = rowsOf(1)
    const [id = 0] = await draftsFrom([row])
    await saveByHand(enterprise, id, { description: '与风电场合建', designUnit: '宁夏设计院' })
    const batchId = await staged([{ ...row, ratedPower: 613 }], 'atomic')
    expect((await listed(batchId))[0]?.draft?.changes.map(({ field }) => field)).toEqual(['ratedPower'])
    await enterprise.imports.commit(batchId, {})
    await until(batchId, 'DONE')
    expect(await stored(id)).toMatchObject({
      rated_power: 613,
      description: '与风电场合建',
      design_unit: '宁夏设计院',
    })
  })

  test('tells no other office', async () => {
    const [row = {}] = rowsOf(1)
    await draftsFrom([row])
    const batchId = await staged([{ ...row, ratedPower: 614 }], 'partial')
    const province = await rig.sameAs('province_nx')
    const { rows } = await province.imports.listForProvince({ batchId })
    expect([rows?.length, rows?.[0]?.draft]).toEqual([1, undefined])
  })
})

describe('a draft that was changed after the rows were compared with it', () => {
  const MESSAGE = '对应的草稿在校验后已被修改、提交或删除，未写入'

  async function moved(mode: 'partial' | 'atomic') {
    const rows = rowsOf(2)
    const [first = 0, second = 0] = await draftsFrom(rows)
    const batchId = await staged(
      rows.map((row) => ({ ...row, ratedPower: 615 })),
      mode,
    )
    await saveByHand(enterprise, first, { ratedEnergy: 1_234 })
    const before = await listed(batchId)
    await enterprise.imports.commit(batchId, {})
    await until(batchId, 'DONE', 'FAILED')
    return { batchId, first, second, before }
  }

  test('is known before anything is written, with the correction of its row', async () => {
    const { before } = await moved('partial')
    expect(before.map(({ draft }) => draft?.moved)).toEqual([true, undefined])
    expect(before[0]?.draft?.kept?.map(({ field, oldValue }) => [field, oldValue])).toContainEqual([
      'ratedEnergy',
      '1,234 MWh',
    ])
  })

  test('keeps what was saved, and only its row is refused', async () => {
    const { batchId, first, second } = await moved('partial')
    expect(await stored(first)).toMatchObject({ rated_energy: 1_234, version: 1 })
    expect(await stored(second)).toMatchObject({ rated_power: 615, version: 1 })
    expect(await enterprise.imports.get(batchId)).toMatchObject({ errorRows: 1, committedRows: 1 })
    const [row] = await listed(batchId)
    expect(row).toMatchObject({ state: 'ERROR', errors: [{ code: 'W-003' }] })
    expect(row?.errors[0]?.message).toBe(`第1行【项目名称】：${MESSAGE}`)
  })

  test('is compared anew once its row is corrected', async () => {
    const { batchId, first } = await moved('partial')
    const [row] = await enterprise.imports.correctRows(batchId, {
      rows: [{ rowNo: 1, cells: { ratedEnergy: '1234' } }],
    })
    expect(row?.draft).toMatchObject({ projectId: first, version: 1, changes: [{ field: 'ratedPower' }] })
    await enterprise.imports.commit(batchId, {})
    await until(batchId, 'DONE')
    expect(await stored(first)).toMatchObject({ rated_power: 615, rated_energy: 1_234, version: 2 })
  })

  test('holds back all rows of an import of all or nothing', async () => {
    const { batchId, first, second } = await moved('atomic')
    expect(await enterprise.imports.get(batchId)).toMatchObject({
      state: 'FAILED',
      message: '第1行对应的草稿在校验后已有变化，没有写入任何行，请重新导入',
      errorRows: 1,
      committedRows: 0,
    })
    expect(await stored(first)).toMatchObject({ rated_energy: 1_234, version: 1 })
    expect((await stored(second)).version).toBe(0)
  })
})

describe('an import and edits of the same drafts at the same time', () => {
  const next = randomOf('imports and edits')
  const random = (below: number) => Math.floor(next() * below)
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const EDITS = {
    async power(id: number) {
      await saveByHand(enterprise, id, { ratedPower: 700 })
    },
    async other(id: number) {
      await saveByHand(enterprise, id, { description: '同时修改' })
    },
    async delete(id: number) {
      await enterprise.projects.delete([id])
    },
    async none() {},
  }
  const kinds = Object.keys(EDITS) as (keyof typeof EDITS)[] // its own keys

  /** Imports rows while a person edits their drafts. Who came too late is refused, or has changed what the other wrote. */
  async function race(count: number, mode: 'partial' | 'atomic') {
    const rows = rowsOf(count)
    const ids = await draftsFrom(rows)
    const batchId = await staged(
      rows.map((row) => ({ ...row, ratedPower: 800 })),
      mode,
    )
    const plan = ids.map((id) => ({ id, kind: kinds[random(kinds.length)] ?? 'none', after: random(60) }))
    const edits = plan.map(async ({ id, kind, after }) => {
      await pause(after)
      return EDITS[kind](id).then(
        () => true,
        () => false,
      )
    })
    await pause(random(40))
    await enterprise.imports.commit(batchId, {})
    const done = await Promise.all(edits)
    await until(batchId, 'DONE', 'FAILED')
    const found = await listed(batchId)
    const ends = await Promise.all(ids.map(stored))
    return plan.map(({ kind }, at) => ({
      kind,
      isEdited: done[at] === true && kind !== 'none',
      isWritten: found[at]?.state === 'COMMITTED',
      isRefused: found[at]?.errors.some(({ code }) => code === 'W-003') ?? false,
      version: ends[at]?.version,
      power: ends[at]?.rated_power,
      before: rows[at]?.['ratedPower'],
      description: ends[at]?.description,
      deleted: ends[at]?.deleted,
    }))
  }

  type End = Awaited<ReturnType<typeof race>>[number]

  /** Each success is one version, and the last one stands whole. */
  function assertOneOfTwo(end: End): void {
    const { kind, isEdited, isWritten } = end
    expect(end.version).toBe(Number(isWritten) + Number(isEdited && kind !== 'delete'))
    expect(end.deleted).toBe(kind === 'delete' && isEdited)
    expect(end.description).toBe(kind === 'other' && isEdited ? '同时修改' : null)
    // Both succeed only in this order: the edit opened what the import had written.
    const power = kind === 'power' && isEdited ? 700 : isWritten ? 800 : end.before
    expect(end.power).toBe(power)
  }

  const ROWS = 30
  const rounds = Math.ceil((PAIRS * 3) / 4 / ROWS)

  test(
    `each row is written on what it was compared with, or refused (${rounds} rounds of ${ROWS})`,
    async () => {
      for (let round = 0; round < rounds; round += 1)
        for (const end of await race(ROWS, 'partial')) {
          assertOneOfTwo(end)
          expect(end.isRefused).toBe(!end.isWritten)
        }
    },
    60_000 + rounds * 15_000,
  )

  const wholes = Math.ceil(PAIRS / 4 / 3)
  test(
    `all rows are written, or none (${wholes} imports of 3)`,
    async () => {
      for (let round = 0; round < wholes; round += 1) {
        const ends = await race(3, 'atomic')
        for (const end of ends) assertOneOfTwo(end)
        expect(new Set(ends.map(({ isWritten }) => isWritten)).size).toBe(1)
        expect(ends.some(({ isRefused }) => isRefused)).toBe(!ends[0]?.isWritten)
      }
    },
    60_000 + wholes * 5_000,
  )
})
