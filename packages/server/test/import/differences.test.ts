import { BLANK_RULE, type ImportRow, KEPT_RULE, type PlannedRow, plannedRow, planSummary } from '@xinchu/sdk'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { openImportPlatform } from '../support/import-platform.ts'
import { goodRow, type ImportCells } from '../support/import-rows.ts'
import { refusal } from '../support/refusal.ts'
import { saveByHand } from '../support/save-by-hand.ts'

const platform = openImportPlatform(45_000)

let key = 0
async function staged(rows: readonly ImportCells[]): Promise<number> {
  key += 1
  const texts = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, String(cell)])),
  )
  const { id } = await platform.enterprise.imports.upload({
    clientKey: `import-plan-${key}`,
    rows: texts,
    last: true,
  })
  const isReady = async () => (await platform.enterprise.imports.get(id)).state === 'READY'
  await vi.waitUntil(isReady, { timeout: 90_000, interval: 20 })
  return id
}

/** Drafts made from rows, in their order. */
async function draftsFrom(rows: readonly ImportCells[]): Promise<number[]> {
  const { batch } = await platform.imported(rows)
  return (await platform.rowsIn(batch.id)).map(({ projectId }) => projectId ?? 0)
}

const ACTIONS = ['new', 'changed', 'same', 'kept', 'blank', 'returned', 'refused', 'repeat'] as const
type Shown = (typeof ACTIONS)[number] | undefined

interface Terms {
  forceFields: string[]
  clearBlank: boolean
}

/** All pages of a plan, a few rows at a time. */
async function pagesOf(id: number, action: Shown, terms: Terms): Promise<ImportRow[]> {
  const rows: ImportRow[] = []
  for (let page = 0; ; page += 1) {
    const query = { page, size: 7, ...terms, ...(action ? { action } : {}) }
    const found = await platform.enterprise.imports.plan(id, query)
    rows.push(...found.rows)
    if (found.rows.length < 7) {
      expect(found.totalElements).toBe(rows.length)
      return rows
    }
  }
}

/** The same plan, from all rows of the batch and by the rule of the client. */
async function expected(batchId: number, { forceFields, clearBlank }: Terms) {
  const rows = await platform.rowsIn(batchId)
  const planned = rows.map((row) => plannedRow(row, forceFields, { clearBlank }))
  const counts = {
    new: 0,
    changed: 0,
    same: 0,
    asked: 0,
    refused: 0,
    repeat: 0,
    changes: 0,
    kept: 0,
    blank: 0,
    returned: 0,
  }
  for (const { action, changes = [], kept, blank, returned } of planned) {
    counts[action] += 1
    if (action === 'changed') counts.changes += changes.length
    if (kept) counts.kept += 1
    if (blank) counts.blank += 1
    if (returned) counts.returned += 1
  }
  const isShown = (row: (typeof planned)[number], action: Shown) =>
    action === undefined ||
    (action === 'kept' || action === 'blank' || action === 'returned'
      ? row[action] !== undefined
      : row.action === action)
  return { counts, of: (action: Shown) => planned.filter((row) => isShown(row, action)) }
}

/** A planned row without the author of what is taken all the same, its fields in one order. */
const brief = ({ changes = [], kept = [], ...row }: PlannedRow) => ({
  ...row,
  kept: kept.map(({ field, oldValue, newValue }) => `${field}: ${oldValue} > ${newValue}`).toSorted(),
  changes: changes.map(({ field, oldValue, newValue }) => `${field}: ${oldValue} > ${newValue}`).toSorted(),
})

const SERIAL = 70_000
const sound = (at: number) => goodRow(SERIAL + at, { remark: '一期', functionTypes: '1、2' })

/** Cells that a later workbook may have otherwise. An empty one may clear the field. */
const EDITS: fc.Arbitrary<ImportCells> = fc.record(
  {
    ratedPower: fc.constantFrom(611, 612, '613.50'),
    remark: fc.constantFrom('', '一期', '二期'),
    functionTypes: fc.constantFrom('2、1', '1', ''),
    isEchelonUse: fc.constantFrom('是', '否'),
    planGridDate: fc.constantFrom('2027-12-01', '2028-01-01'),
    contactPhone: fc.constantFrom('13800138000', '13900139000', '12345'),
    address: fc.constantFrom('青山乡', '花马池镇'),
    longitude: fc.constantFrom(107, 107.1),
  },
  { requiredKeys: [] },
)
const CORRECTIONS = fc.record(
  {
    ratedPower: fc.constantFrom(611, 700),
    remark: fc.constantFrom('人工', undefined),
    longitude: fc.constantFrom(107, 107.2),
    functionTypes: fc.constantFrom(['1'], ['2', '1']),
  },
  { requiredKeys: [] },
)

describe('the plan of a batch', () => {
  test('counts and pages every kind of row as the client tells it from the rows', async () => {
    const [edits = []] = fc.sample(fc.array(EDITS, { minLength: 40, maxLength: 40 }), {
      numRuns: 1,
      seed: 15,
    })
    const [corrections = []] = fc.sample(fc.array(CORRECTIONS, { minLength: 40, maxLength: 40 }), {
      numRuns: 1,
      seed: 16,
    })
    edits.push({}, {}, {})
    const ids = await draftsFrom(edits.map((_, at) => sound(at)))
    for (const [at, id] of ids.slice(0, 40).entries())
      if (at % 4 === 0) await saveByHand(platform.enterprise, id, corrections[at] ?? {})
    const batch = await staged([
      ...edits.map((edit, at) => ({ ...sound(at), ...edit })),
      ...Array.from({ length: 5 }, (_, at) => goodRow(SERIAL + 100 + at)),
      { ...goodRow(SERIAL + 200), projectName: '盐池县高沙窝储能电站一期', phaseNo: '一期' },
    ])
    await saveByHand(platform.enterprise, ids[0] ?? 0, { ratedEnergy: 1_234 })
    const terms = [[], ['*'], ['ratedPower', 'remark']].flatMap((forceFields) =>
      [false, true].map((clearBlank) => ({ forceFields, clearBlank })),
    )
    for (const term of terms) {
      const { counts, of } = await expected(batch, term)
      expect((await platform.enterprise.imports.plan(batch, term)).counts, JSON.stringify(term)).toEqual(
        counts,
      )
      for (const action of [undefined, ...ACTIONS]) {
        const rows = await pagesOf(batch, action, term)
        expect(rows.map((row) => brief(plannedRow(row)))).toEqual(of(action).map(brief))
      }
      for (const kind of ['new', 'changed', 'same', 'refused'] as const)
        expect(counts[kind], kind).toBeGreaterThan(0)
    }

    const { of } = await expected(batch, { forceFields: [], clearBlank: false })
    const written = [...of('new'), ...of('changed'), ...of('same')]
    const sum = (countOf: (row: PlannedRow) => number) =>
      written.reduce((total, row) => total + countOf(row), 0)
    await platform.enterprise.imports.commit(batch, {})
    await vi.waitUntil(async () => (await platform.enterprise.imports.get(batch)).state === 'DONE', {
      timeout: 90_000,
    })
    expect(await platform.enterprise.imports.get(batch)).toMatchObject({
      ...{ created: of('new').length, changed: of('changed').length, same: of('same').length },
      ...{ changes: sum(({ changes = [] }) => changes.length), kept: sum(({ kept = [] }) => kept.length) },
      ...{ blank: sum(({ blank = [] }) => blank.length), cleared: 0 },
    })
    const rows = await platform.rowsIn(batch)
    for (const { row, kept = [], blank = [] } of written) {
      const warnings = rows.find(({ rowNo }) => rowNo === row)?.warnings ?? []
      for (const [rule, left] of [
        [KEPT_RULE, kept],
        [BLANK_RULE, blank],
      ] as const) {
        const noted = warnings.filter(({ code }) => code === rule)
        expect(noted.map(({ field }) => field).toSorted()).toEqual(left.map(({ field }) => field).toSorted())
      }
    }
  })

  test('has only rows that are not written yet', async () => {
    const batch = await staged([goodRow(SERIAL + 300), goodRow(SERIAL + 301, { contactPhone: '1' })])
    await platform.enterprise.imports.commit(batch, {})
    await vi.waitUntil(async () => (await platform.enterprise.imports.get(batch)).state === 'DONE', {
      timeout: 90_000,
    })
    const { counts, rows } = await platform.enterprise.imports.plan(batch)
    expect(planSummary(counts)).toBe('共 1 行：新建 0，变更 0（0 项），一致 0，拒绝 1，疑似重复 0')
    expect(rows.map(({ rowNo }) => rowNo)).toEqual([2])
  })

  test('takes no field that cannot be imported', async () => {
    const batch = await staged([goodRow(SERIAL + 302)])
    const asked = platform.enterprise.imports.plan(batch, { forceFields: ['rated'] })
    expect(await refusal(asked)).toEqual({ status: 400, message: '字段“rated”不能导入' })
  })
})
