import { describe, expect, test } from 'vitest'
import { openImportPlatform } from '../support/import-platform.ts'
import type { ImportCells } from '../support/import-rows.ts'

const platform = openImportPlatform(70_000)
const { nextRow } = platform

/** Imports rows in one batch; returns what became of each. */
async function imported(...rows: ImportCells[]) {
  const { batch } = await platform.imported(rows)
  const found = await platform.rowsIn(batch.id)
  const ids = await platform.rig.db
    .selectFrom('import_row')
    .select('project_id')
    .where('batch_id', '=', batch.id)
    .orderBy('row_no')
    .execute()
  return found.map(({ state, errors, questions = [], warnings }, at) => ({
    state,
    id: ids[at]?.project_id ?? undefined,
    codes: [...errors, ...questions, ...warnings].map(({ code }) => code),
    words: [...errors, ...questions, ...warnings].map(({ message }) => message).join(' '),
  }))
}

const stored = (id: number | undefined) =>
  platform.rig.db
    .selectFrom('es_project')
    .select(['project_name', 'rated_power', 'declare_status', 'last_opinion'])
    .where('id', '=', id ?? 0)
    .executeTakeFirstOrThrow()

describe.each(['不涉及', '/', '盐发改备〔2026〕88号', '2312640323040112000'])(
  'two projects with the number %s',
  (number) => {
    test('of one company stay two, and the older one is as it was', async () => {
      const [first] = await imported(nextRow({ recordNo: number }))
      const before = await stored(first?.id)
      const [second] = await imported(nextRow({ recordNo: number }))
      expect(await stored(first?.id)).toEqual(before)
      expect(second?.id).not.toBe(first?.id)
      if (/\d/.test(number)) {
        expect(second).toMatchObject({ state: 'REPEAT', codes: ['D-002'] })
        expect(second?.words).toContain(
          `与本单位的“${before.project_name}”备案文号相同，名称或期次不同，不更新该草稿`,
        )
      } else expect(second).toMatchObject({ state: 'COMMITTED', codes: ['C-005'] })
    })
  },
)

test('a returned project is not replaced by another one with its number', async () => {
  const nationalCode = '2609-640323-04-01-770001'
  const [first] = await imported(nextRow({ nationalCode }))
  const returned = { declare_status: '2', last_opinion: '容量与备案不符' } as const
  await platform.rig.db
    .updateTable('es_project')
    .set(returned)
    .where('id', '=', first?.id ?? 0)
    .execute()
  const before = await stored(first?.id)
  await imported(nextRow({ nationalCode }))
  expect(await stored(first?.id)).toEqual(before)
})

test('a row with the name and phase of a draft still updates it', async () => {
  const row = nextRow({ recordNo: '盐发改备〔2026〕101号' })
  const [first] = await imported(row)
  const [second] = await imported({ ...row, ratedPower: 777 })
  expect(second).toMatchObject({ id: first?.id, codes: expect.arrayContaining(['D-005']) })
  expect((await stored(first?.id)).rated_power).toBe(777)
})

test('phases of one filing are written from one workbook, and the same phase twice is refused', async () => {
  const recordNo = '盐发改备〔2026〕102号'
  const rows = await imported(
    nextRow({ recordNo, phaseNo: '一期' }),
    nextRow({ recordNo, phaseNo: '第2期' }),
    nextRow({ recordNo, phaseNo: '二期' }),
  )
  expect(rows.map(({ codes }) => codes.includes('D-004'))).toEqual([false, false, true])
  expect(rows[2]?.words).toContain('与第2行重复')
})

test('the same number in other brackets, width and blanks is the same within a workbook and after it', async () => {
  const [first, second] = await imported(
    nextRow({ recordNo: '盐发改备〔2026〕103号', phaseNo: '' }),
    nextRow({ recordNo: '盐发改备 （２０２６）103号', phaseNo: '' }),
  )
  expect(first).toMatchObject({ state: 'COMMITTED' })
  expect(second).toMatchObject({ state: 'ERROR', codes: ['D-004'] })
  const [third] = await imported(nextRow({ recordNo: '盐发改备【2026】103 号', phaseNo: '' }))
  expect(third).toMatchObject({ state: 'REPEAT', codes: ['D-002'] })
})

test('a placeholder of one company hinders no other, neither an import nor a submission', async () => {
  const numbers = { recordNo: '/', nationalCode: '/' }
  const [first] = await imported(nextRow(numbers))
  await platform.rig.db
    .updateTable('es_project')
    .set({ submitted_once: true, declare_status: '3' })
    .where('id', '=', first?.id ?? 0)
    .execute()
  const [second] = await imported(nextRow(numbers))
  expect(second).toMatchObject({ state: 'COMMITTED' })
  const { reasons, duplicates } = await platform.enterprise.projects.judgeSubmit({ ids: [second?.id ?? 0] })
  expect(duplicates).toEqual([])
  expect(reasons.filter(({ code = '' }) => code.startsWith('D-'))).toEqual([])
  const unique = await platform.enterprise.projects.checkUnique({
    projectName: '',
    countyCode: '640323',
    recordNo: '/',
  })
  expect(unique).toEqual({ unique: true, conflicts: [] })
})
