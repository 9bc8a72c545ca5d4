import { describe, expect, test } from 'vitest'
import { importColumns } from '../../src/domain/import/columns.ts'
import { HeaderSearch, rawRow } from '../../src/domain/import/header.ts'
import type { Cell } from '../../src/workbook/index.ts'

const names = importColumns.map(({ name }) => name)
const captions = importColumns.map(({ caption, spec }) => `*${caption}${spec.unit ? `（${spec.unit}）` : ''}`)

/** The heading that is found above a row of data. */
function headingOf(...rows: Cell[][]) {
  const search = new HeaderSearch()
  for (const [at, cells] of rows.entries()) search.under(at + 1, cells)
  return search.under(rows.length + 1, ['甲'])
}

describe('the heading of a workbook', () => {
  test('is found by the machine names of the hidden row', () => {
    expect(headingOf(['标题'], ['序号', ...names])?.letters).toMatchObject({ projectName: 'B', remark: 'AV' })
  })

  test('is found by the captions where the hidden row was deleted', () => {
    expect(headingOf(['标题'], captions)?.letters).toMatchObject({ projectName: 'A', ratedPower: 'X' })
  })

  test('may have its columns in any order', () => {
    expect(headingOf([...names].reverse())?.letters['projectName']).toBe('AU')
  })

  test('names the columns that mean nothing', () => {
    expect(headingOf(['序号', ...names, '内部备注', '问题说明'])?.unknown).toEqual(['内部备注'])
  })

  test('must have every column that is required', () => {
    const without = names.filter((name) => name !== 'contactPhone')
    expect(() => headingOf(without)).toThrow('工作簿缺少列：联系电话')
  })

  test('must not have a column twice', () => {
    expect(() => headingOf([...names, 'projectName'])).toThrow('有两列“项目名称”')
  })

  test('must stand in the first rows', () => {
    const search = new HeaderSearch()
    for (let row = 1; row <= 10; row++) search.under(row, ['甲'])
    expect(() => search.under(11, ['甲'])).toThrow('未找到表头')
    expect(() => new HeaderSearch().get()).toThrow('未找到表头')
  })
})

describe('a row below the heading', () => {
  const header = headingOf(names)
  const read = (cells: Cell[]) => header && rawRow(header, cells)

  test('is read by column', () => {
    expect(read([' 盐池储能 ', '规划'])).toEqual({ projectName: '盐池储能', buildStatus: '规划' })
  })

  test('is left out when it is empty or the sample', () => {
    expect(read([null, ' '])).toBeUndefined()
    expect(read(['【示例】盐池县高沙窝储能电站一期', '规划'])).toBeUndefined()
  })
})
