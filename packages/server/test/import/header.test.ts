import { type FieldSpec, fields } from '@xinchu/contract/fields'
import { convertibleUnits } from '@xinchu/validators/reading'
import { describe, expect, test } from 'vitest'
import { importColumns } from '../../src/domain/import/columns.ts'
import { type Header, recognise } from '../../src/domain/import/header.ts'
import { conversionNotes } from '../../src/domain/import/heading-units.ts'
import { CellReader } from '../../src/domain/import/read-cells.ts'
import { columnLetter } from '../../src/workbook/column-letter.ts'
import type { SheetCell } from '../../src/workbook/index.ts'

const names = importColumns.map(({ name }) => name)
const captions = importColumns.map(({ caption, spec }) => `*${caption}${spec.unit ? `（${spec.unit}）` : ''}`)

const headingOf = (...rows: SheetCell[][]): Header | undefined =>
  recognise(rows.map((cells, at) => ({ rowNo: at + 1, cells })))

/** What a heading leaves open, in words. */
const askedBy = (...rows: SheetCell[][]): string[] => {
  const { questions = [], refusal } = headingOf(...rows) ?? {}
  return [
    ...(refusal === undefined ? [] : [`refused: ${refusal}`]),
    ...questions.map(({ message }) => message),
  ]
}

/** The captions, with other ones for some columns. */
const captionsWith = (other: Readonly<Record<string, string>>) =>
  captions.map((caption, at) => other[names[at] ?? ''] ?? caption)

/** The texts of a row below a heading. */
function readRow(header: Header | undefined, cells: Readonly<Record<string, SheetCell>>) {
  if (!header) throw new Error('no heading was found')
  const row = header.columns.map((column) => (column ? (cells[column.name] ?? null) : null))
  return new CellReader(header, { by: 'workbook', today: '2026-11-28' }).read(
    { rowNo: header.lastRow + 1, cells: row },
    new Map(),
  )
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

  test('may stand below many lines of notes, but not below fifty', () => {
    const notes = Array.from({ length: 12 }, (_, at): SheetCell[] => [`说明${at}`])
    expect(headingOf(...notes, captions)?.lastRow).toBe(13)
    expect(headingOf(['甲'], ['乙'])).toBeUndefined()
  })

  test('names the columns that mean nothing', () => {
    expect([...(headingOf(['序号', ...names, '内部备注', '问题说明'])?.ignored.values() ?? [])]).toEqual([
      '内部备注',
    ])
  })

  test('must have every column that is required, and asks for one that is near', () => {
    const without = names.filter((name) => name !== 'contactPhone')
    expect(askedBy(without)).toEqual(['refused: 缺少列：联系电话'])
    expect(askedBy([...without, '负责人电话'])).toEqual(['缺少列：联系电话。您是否指“负责人电话”？'])
    expect(askedBy([...without, '内部编码'])).toEqual(['缺少列：联系电话'])
  })

  test('must not have a column twice, by whatever name', () => {
    const [first, last] = [columnLetter(names.indexOf('projectName') + 1), columnLetter(names.length + 1)]
    const twins = `“${first} 列 projectName”“${last} 列 projectName”两列都指“项目名称”，请选一列`
    expect(askedBy([...names, 'projectName'])).toEqual([twins, twins])
    expect(askedBy([...captions, '手机号'])[0]).toBe('“*联系电话”“手机号”两列都指“联系电话”，请选一列')
  })

  test('must mean what the hidden names below it mean', () => {
    const swapped = captionsWith({ ratedPower: '*总投资（万元）', totalInvestment: '*额定功率（MW）' })
    expect(askedBy(swapped, names)).toContain(
      '列名“*总投资（万元）”与下一行的字段 ratedPower（额定功率）不一致，请选其一',
    )
  })

  test.each([
    ['recordNo', '备案号'],
    ['planGridDate', '计划并网时间'],
    ['creditCode', '信用代码（18位）'],
    ['contactPhone', '3. 手机号码 '],
    ['province', '省'],
    ['city', '市'],
    ['county', '县'],
    ['projectName', '项 目\n名 称'],
    ['creditCode', '统一社会信用代码[必填]'],
  ])('has %s as %s', (name, heading) => {
    const header = headingOf(captionsWith({ [name]: heading }))
    expect(header?.columns.findIndex((column) => column?.name === name)).toBe(names.indexOf(name))
  })

  test('may be of two rows, of which the lower one names the columns of a group', () => {
    const upper = captionsWith({ ratedPower: '建设规模', ratedEnergy: '' })
    const lower = names.map((name) =>
      name === 'ratedPower' ? '额定功率（万千瓦）' : name === 'ratedEnergy' ? '额定能量（MWh）' : '',
    )
    const header = headingOf(upper, lower)
    expect(header?.lastRow).toBe(2)
    expect(readRow(header, { ratedPower: 10, ratedEnergy: 200 }).raw).toEqual({
      ratedPower: '100',
      ratedEnergy: '200',
    })
  })

  test('may have a row of units and one of numbers below it', () => {
    const bare = importColumns.map(({ caption }) => caption)
    const units = importColumns.map(({ name, spec }) =>
      name === 'totalInvestment' ? '亿元' : (spec.unit ?? ''),
    )
    const header = headingOf(
      bare,
      units,
      names.map((_, at) => at + 1),
    )
    expect(header?.lastRow).toBe(3)
    expect(readRow(header, { totalInvestment: 2.5 }).raw).toEqual({ totalInvestment: '25000' })
  })

  test('may have its units in a line above the table', () => {
    const bare = importColumns.map(({ caption }) => caption)
    const header = headingOf(['项目表', null, '（单位：万千瓦、万元）'], bare)
    expect(readRow(header, { ratedPower: 10, totalInvestment: 9000 }).raw).toEqual({
      ratedPower: '100',
      totalInvestment: '9000',
    })
  })

  test('says by which names and units it was read', () => {
    const header = headingOf(captionsWith({ recordNo: '备案号', ratedPower: '额定功率' }))
    expect(header?.words).toEqual(['“备案号”按“备案文号”读取', '“额定功率”没有写单位，按 MW 读取'])
    expect(headingOf(captions)?.words).toEqual([])
  })
})

describe('a heading with a unit of its own', () => {
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
    expect(readRow(headingOf(captionsWith({ [name]: heading })), { [name]: cell }).raw).toEqual({
      [name]: read,
    })
  })

  test('may have any unit of the contract', () => {
    const units = new Set(
      Object.values(fields).flatMap((specs: readonly FieldSpec[]) => specs.flatMap(({ unit }) => unit ?? [])),
    )
    expect([...units].filter((unit) => !convertibleUnits.includes(unit))).toEqual([])
  })

  test('keeps its unit above the machine names', () => {
    const header = headingOf(captionsWith({ ratedPower: '额定功率（万千瓦）' }), names)
    expect(readRow(header, { ratedPower: 10 }).raw).toEqual({ ratedPower: '100' })
    expect(conversionNotes(header?.units ?? [])).toEqual(['“额定功率（万千瓦）”已换算为 MW（×10），共 1 格'])
  })

  test('stays beside a text that asks, and leaves one that has a unit or none', () => {
    const header = headingOf(captionsWith({ pairedCapacity: '配建电源装机（万千瓦）' }))
    const read = (cell: SheetCell) => readRow(header, { pairedCapacity: cell }).raw['pairedCapacity']
    expect(['约10', '10MW', '/', '#N/A'].map(read)).toEqual(['约10万千瓦', '10MW', '/', '#N/A'])
    expect(header?.units[names.indexOf('pairedCapacity')]?.count).toBe(0)
  })

  test.each([
    ['额定功率（MVA）', '“MVA”不能换算为 MW'],
    ['额定功率（MWh）', '“MWh”不能换算为 MW'],
  ])('is asked for under %s', (heading, words) => {
    expect(askedBy(captionsWith({ ratedPower: heading }))).toEqual([
      `列“${heading}”：${words}，请指定单位或更正表头`,
    ])
  })
})

describe('a row below the heading', () => {
  const header = headingOf(names)

  test('is read by column', () => {
    expect(readRow(header, { projectName: ' 盐池储能 ', buildStatus: '规划' }).raw).toEqual({
      projectName: '盐池储能',
      buildStatus: '规划',
    })
  })

  test.each([
    ['a date cell', 'planGridDate', { kind: 'number', text: '46722', format: 'yyyy/m/d' }, '2027-12-01'],
    ['a figure of 17 digits', 'ratedEnergy', { kind: 'number', text: '434.99999999999994' }, '435'],
    ['a code with zeros', 'phaseNo', { kind: 'number', text: '2', format: '"第"0"期"' }, '第2期'],
    ['a code of a choice', 'techType', { kind: 'number', text: '1', format: '00' }, '01'],
    ['yes', 'isEchelonUse', true, '是'],
  ] as const)('has %s as its text alone', (_what, name, cell, text) => {
    expect(readRow(header, { [name]: cell })).toEqual({ raw: { [name]: text }, cells: {} })
  })

  test.each([
    ['an error', 'address', { kind: 'error', text: '#N/A' }],
    ['a formula without a result', 'ratedEnergy', { kind: 'formula', text: '=Y5*2' }],
    ['a long number', 'recordNo', { kind: 'number', text: '2312640323040112345' }],
    ['a time of day', 'planGridDate', { kind: 'number', text: '46752.9995', format: 'yyyy/m/d' }],
    ['a superscript', 'ratedPower', { kind: 'text', text: '1001', marks: 'superscript' }],
  ] as const)('keeps %s as the file has it', (_what, name, cell) => {
    expect(readRow(header, { [name]: cell }).cells).toEqual({ [name]: cell })
  })
})
