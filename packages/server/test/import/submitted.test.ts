import { type RowsOptions, writtenSummary } from '@xinchu/sdk'
import { describe, expect, test } from 'vitest'
import { openImportPlatform } from '../support/import-platform.ts'
import type { ImportCells } from '../support/import-rows.ts'

const platform = openImportPlatform(75_000)

/** A project that was imported and submitted. */
async function submittedProject(more: ImportCells = {}) {
  const row = platform.nextRow(more)
  const { batch } = await platform.imported([row])
  const id = (await platform.rowsIn(batch.id))[0]?.projectId ?? 0
  await platform.enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
  return { row, id, before: await platform.enterprise.projects.get(id) }
}

async function importedAgain(rows: readonly ImportCells[], options: RowsOptions = {}) {
  const { batch } = await platform.imported(rows, options)
  return { batch, rows: await platform.rowsIn(batch.id) }
}

describe('a row of a project that the office has submitted', () => {
  test('and that has not changed is the same, and nothing is written', async () => {
    const { row, id, before } = await submittedProject()
    const { batch, rows } = await importedAgain([row, platform.nextRow()])
    expect(batch).toMatchObject({
      state: 'DONE',
      created: 1,
      changed: 0,
      same: 1,
      repeatRows: 0,
      errorRows: 0,
    })
    expect(writtenSummary(batch)).toBe('新建 1，变更 0（0 项），一致 1')
    expect(rows[0]).toMatchObject({ state: 'COMMITTED', projectId: id })
    expect(rows[0]?.warnings.map(({ code, message }) => [code, message])).toEqual([
      ['D-012', expect.stringMatching(/与本单位已提交的项目“.+”（.+）一致，不写入$/)],
    ])
    expect(await platform.enterprise.projects.get(id)).toEqual(before)
  })

  test('and that differs is refused in words that name what differs', async () => {
    const { row, id, before } = await submittedProject()
    const { batch, rows } = await importedAgain([{ ...row, ratedPower: 131 }])
    expect(batch).toMatchObject({ committedRows: 0, errorRows: 1, repeatRows: 0 })
    expect(rows[0]?.errors[0]).toMatchObject({
      code: 'D-012',
      message: expect.stringMatching(/相同而内容不同：额定功率 .+→131.*；须修改的，请先撤回该项目$/),
    })
    expect(await platform.enterprise.projects.get(id)).toEqual(before)
  })

  test('shows in the plan what the project has and what the row has', async () => {
    const { row } = await submittedProject()
    const { batch } = await importedAgain([{ ...row, ratedPower: 132 }, row], { dryRun: true })
    const { counts, rows } = await platform.enterprise.imports.plan(batch.id, {})
    expect(counts).toMatchObject({ refused: 2, changed: 0 })
    expect(rows[0]?.draft).toMatchObject({
      submitted: { statusLabel: expect.stringMatching(/.+/) },
      changes: [{ caption: '额定功率', newValue: expect.stringContaining('132') }],
    })
    expect(rows[0]?.draft?.moved).toBeUndefined()
  })

  test('with empty cells is the same', async () => {
    const { row } = await submittedProject({ remark: '一期' })
    const { batch } = await importedAgain([{ ...row, remark: '' }])
    expect(batch).toMatchObject({ same: 1, errorRows: 0 })
  })

  test('clears nothing in it, whatever the import says of empty cells', async () => {
    const { row, id, before } = await submittedProject({ remark: '一期' })
    const { batch, rows } = await importedAgain([{ ...row, remark: '' }], { clearBlank: true })
    expect(batch).toMatchObject({ committedRows: 0, errorRows: 1 })
    expect(rows[0]?.errors[0]?.message).toContain('未写入')
    expect(await platform.enterprise.projects.get(id)).toEqual(before)
  })

  test('is not written into the project if it is withdrawn before the import writes', async () => {
    const { row, id } = await submittedProject()
    const { batch } = await importedAgain([row], { beforeWrite: () => false })
    await platform.enterprise.projects.submit({ ids: [id], action: 'WITHDRAW' })
    await platform.enterprise.imports.commit(batch.id, {})
    await expect
      .poll(async () => (await platform.enterprise.imports.get(batch.id)).state, { timeout: 20_000 })
      .toBe('DONE')
    expect((await platform.rowsIn(batch.id))[0]?.errors[0]?.message).toContain('在校验后已被修改、提交或删除')
  })

  test('is told so once, also after rows around it were corrected together', async () => {
    const [first, between, last] = [
      await submittedProject(),
      await submittedProject(),
      await submittedProject(),
    ].map(({ row }) => row) as [ImportCells, ImportCells, ImportCells] // as many as were made
    const { batch } = await importedAgain([first, between, last], { beforeWrite: () => false })
    const cells = { contactPhone: '13800138000' }
    await platform.enterprise.imports.correctRows(batch.id, {
      rows: [
        { rowNo: 1, cells },
        { rowNo: 3, cells },
      ],
    })
    const rows = await platform.rowsIn(batch.id)
    expect(rows.map(({ warnings }) => warnings.filter(({ code }) => code === 'D-012').length)).toEqual([
      1, 1, 1,
    ])
  })

  test('lets an import of all or nothing pass if it is the same', async () => {
    const { row } = await submittedProject()
    const { batch } = await importedAgain([row, platform.nextRow()], { mode: 'atomic' })
    expect(batch).toMatchObject({ state: 'DONE', created: 1, same: 1 })
  })
})
