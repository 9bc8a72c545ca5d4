import { type FieldSpec, fields } from '@xinchu/sdk/fields'
import { convertibleUnits } from '@xinchu/validators/reading'
import { describe, expect, test } from 'vitest'
import { importColumns } from '../../src/domain/import/columns.ts'
import { HeaderSearch, rawRow } from '../../src/domain/import/header.ts'
import { conversionNotes } from '../../src/domain/import/heading-units.ts'
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

describe('a heading with a unit of its own', () => {
  const withUnit = (name: string, heading: string) =>
    captions.map((caption, at) => (names[at] === name ? heading : caption))
  const at = (name: string) => names.indexOf(name)
  const row = (name: string, cell: Cell) =>
    names.map((each): Cell => (each === name ? cell : each === 'projectName' ? '甲' : null))

  test.each([
    ['ratedPower', '额定功率（万千瓦）', 10, '100'],
    ['ratedPower', '*额定功率（GW）', '0.1', '100'],
    ['ratedPower', '额定功率/kW', '100,000', '100'],
    ['ratedPower', '额定功率 [千瓦]', 100000, '100'],
    ['ratedEnergy', '额定能量（万千瓦时）', 20, '200'],
    ['totalInvestment', '总投资（亿元）', 2.5, '25000'],
    ['totalInvestment', '总投资（元）', '250,000,000', '25000'],
    ['completedInvestment', '累计完成投资（亿元）', 1.2, '12000'],
    ['pairedCapacity', '配建电源装机（万千瓦）', 40, '400'],
    ['ratedPower', '额定功率（MW）', 100, '100'],
    ['ratedPower', '额定功率（必填）', 100, '100'],
  ])('%s under %s: %s is %s', (name, heading, cell, read) => {
    const header = headingOf(withUnit(name, heading))
    expect(header && rawRow(header, row(name, cell))?.[name]).toBe(read)
  })

  test('may have any unit of the contract', () => {
    const units = new Set(
      Object.values(fields).flatMap((specs: readonly FieldSpec[]) => specs.flatMap(({ unit }) => unit ?? [])),
    )
    expect([...units].filter((unit) => !convertibleUnits.includes(unit))).toEqual([])
  })

  test('keeps its unit above the machine names', () => {
    const header = headingOf(withUnit('ratedPower', '额定功率（万千瓦）'), names)
    expect(header && rawRow(header, row('ratedPower', 10))?.['ratedPower']).toBe('100')
    expect(conversionNotes(header?.units ?? [])).toEqual(['“额定功率（万千瓦）”已换算为 MW（×10），共 1 格'])
  })

  test('stays beside a text that asks, and leaves one that has a unit or none', () => {
    const header = headingOf(withUnit('pairedCapacity', '配建电源装机（万千瓦）'))
    const read = (cell: Cell) => header && rawRow(header, row('pairedCapacity', cell))?.['pairedCapacity']
    expect(['约10', '10MW', '/', '#N/A'].map(read)).toEqual(['约10万千瓦', '10MW', '/', '#N/A'])
    expect(header?.units[at('pairedCapacity')]?.count).toBe(0)
  })

  test.each([
    ['额定功率（MVA）', '“MVA”不能换算为 MW'],
    ['额定功率（MWh）', '“MWh”不能换算为 MW'],
  ])('is refused as %s', (heading, words) => {
    expect(() => headingOf(withUnit('ratedPower', heading))).toThrow(words)
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
