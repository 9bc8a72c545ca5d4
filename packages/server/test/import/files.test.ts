import { importWorkbook } from '@xinchu/sdk'
import { describe, expect, test } from 'vitest'
import { importColumns } from '../../src/domain/import/columns.ts'
import { columnLetter } from '../../src/workbook/column-letter.ts'
import { openImportPlatform } from '../support/import-platform.ts'
import type { ImportCells } from '../support/import-rows.ts'
import {
  rawWorkbook,
  type WrittenBook,
  type WrittenCell,
  type WrittenSheet,
} from '../support/raw-workbook.ts'

const platform = openImportPlatform(82_000)

const names = importColumns.map(({ name }) => name)
const captions = importColumns.map(({ caption, spec }) => `${caption}${spec.unit ? `（${spec.unit}）` : ''}`)
const letterOfName = (name: string) => columnLetter(names.indexOf(name) + 1)

type Cells = Readonly<Record<string, WrittenCell>>

/** A row of a project that is like no other, with some cells as other programs write them. */
function row(cells: Cells = {}): WrittenCell[] {
  const good: ImportCells = platform.nextRow()
  return names.map((name) => (name in cells ? (cells[name] ?? null) : (good[name] ?? null)))
}

/** A row of a project whose cells are all struck out. */
const struckRow = (): WrittenCell[] =>
  row().map((cell) =>
    cell === null
      ? null
      : { t: 'inlineStr', xml: `<is><r><rPr><strike/></rPr><t>${String(cell)}</t></r></is>` },
  )

const line = (cells: Cells): WrittenCell[] => names.map((name) => cells[name] ?? null)

const projects = (
  rows: readonly (readonly WrittenCell[])[],
  more: Partial<WrittenSheet> = {},
): WrittenSheet => ({
  name: '项目',
  rows: [captions, ...rows],
  ...more,
})

async function importFile(bytes: Buffer, name: string, sheet?: string) {
  const file = new File([Uint8Array.from(bytes)], name)
  const options = { pollInterval: 50, dryRun: true, ...(sheet ? { sheet } : {}) }
  const { batch } = await importWorkbook(platform.enterprise.imports, file, options)
  const { rows = [] } = await platform.enterprise.imports.list({ batchId: batch.id, size: 100 })
  return {
    batch,
    rows,
    said: rows.map(({ errors, questions = [], warnings }) =>
      [...errors, ...questions, ...warnings].map(({ code }) => code).join(),
    ),
  }
}

const importBook = (book: WrittenBook, sheet?: string) => importFile(rawWorkbook(book), '他处.xlsx', sheet)

describe('a workbook of another program', () => {
  test.each<[string, Cells, string, Readonly<Record<string, string>>?]>([
    ['an error', { address: { t: 'e', xml: '<v>#N/A</v>' } }, 'C-001'],
    ['an error for a name', { projectName: { t: 'e', xml: '<v>#REF!</v>' } }, 'C-001'],
    ['an error for a place', { county: { t: 'e', xml: '<v>#N/A</v>' } }, 'C-001'],
    ['a formula without a result', { ratedEnergy: { xml: '<f>Y5*2</f>' } }, 'C-002'],
    [
      'a formula with one',
      { totalInvestment: 6000, ratedEnergy: { xml: '<f>Y5*2</f><v>60.00000000000001</v>' } },
      '',
      { ratedEnergy: '60' },
    ],
    ['a formula with an empty text', { substationName: { t: 'str', xml: '<f>A1&amp;""</f><v></v>' } }, ''],
    ['a long number', { recordNo: { xml: '<v>2312640323040112345</v>' } }, 'C-027'],
    [
      'an ISO date',
      { planGridDate: { t: 'd', xml: '<v>2027-12-01T00:00:00</v>' } },
      '',
      { planGridDate: '2027-12-01T00:00:00' },
    ],
    ['a date cell', { planGridDate: { s: 1, xml: '<v>46722</v>' } }, '', { planGridDate: '2027-12-01' }],
    ['a date 43 s before midnight', { planGridDate: { s: 1, xml: '<v>46752.9995</v>' } }, 'C-040'],
    ['a serial in no format', { planGridDate: { xml: '<v>46722</v>' } }, 'C-042'],
    ['a per cent', { totalInvestment: { s: 2, xml: '<v>0.25</v>' } }, 'C-011'],
    [
      'a grouped figure',
      { ratedEnergy: 90, totalInvestment: { s: 3, xml: '<v>9000</v>' } },
      '',
      { totalInvestment: '9000' },
    ],
    [
      'a raised note',
      {
        ratedPower: {
          t: 'inlineStr',
          xml: '<is><r><t>100</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>1</t></r></is>',
        },
      },
      'C-024',
    ],
    [
      'a reading above a name',
      { address: { t: 'inlineStr', xml: '<is><t>青山乡</t><rPh sb="0" eb="1"><t>QING</t></rPh></is>' } },
      '',
      { address: '青山乡' },
    ],
    [
      'an escape',
      { address: { t: 'inlineStr', xml: '<is><t>青山_x000D_乡</t></is>' } },
      '',
      { address: '青山 乡' },
    ],
  ])('with %s', async (_what, cells, said, raw = {}) => {
    const found = await importBook({
      sheets: [projects([row(cells)])],
      formats: ['yyyy/m/d', '0%', '#,##0.00" 万元"'],
    })
    expect(found.said).toEqual([said])
    expect(found.rows[0]?.raw).toMatchObject(raw)
  })

  test('with a row that is struck out names the row, and asks for its cells', async () => {
    const struck = struckRow()
    const found = await importBook({ sheets: [projects([row(), struck])] })
    expect(found.batch.notes).toEqual(['第 3 行带有删除线，已读取，请核对是否作废'])
    expect(found.said[0]).toBe('')
    expect(found.rows[1]).toMatchObject({ state: 'ASK' })
    expect(found.rows[1]?.questions?.map(({ code }) => code)).toContain('C-024')
    const partly: WrittenCell[] = [...struck]
    const first = names.indexOf('projectName')
    partly[first] = row()[first] ?? null
    expect((await importBook({ sheets: [projects([partly])] })).batch.notes).toEqual([])
  })

  test('with a struck row whose serial number is not names the row', async () => {
    const heading: WrittenCell[] = ['序号', ...captions]
    const rows = [heading, [1, ...row()], [2, ...struckRow()]]
    const { batch } = await importBook({ sheets: [{ name: '项目', rows }] })
    expect(batch.notes).toEqual(['第 3 行带有删除线，已读取，请核对是否作废'])
  })

  test('with a row that has only its share of merged cells does not name it as struck', async () => {
    const merged = names.map((name) => `${letterOfName(name)}2:${letterOfName(name)}3`)
    const { batch } = await importBook({ sheets: [projects([struckRow(), []], { merged })] })
    expect(batch.notes?.filter((note) => note.includes('删除线'))).toEqual([
      '第 2 行带有删除线，已读取，请核对是否作废',
    ])
  })

  test('that counts its days from 1904 has them from 1904', async () => {
    const cells = [{ s: 1, xml: '<v>45260</v>' }, { xml: '<v>45260</v>' }]
    const found = await importBook({
      sheets: [projects(cells.map((planGridDate) => row({ planGridDate })))],
      formats: ['yyyy/m/d'],
      is1904: true,
    })
    expect(found.rows[0]?.raw['planGridDate']).toBe('2027-12-01')
    expect(found.said).toEqual(['', 'C-042'])
  })

  test('fills what is merged down, says so, and refuses what may be a sum', async () => {
    const merged = ['province', 'city', 'county'].map(
      (name) => `${letterOfName(name)}2:${letterOfName(name)}3`,
    )
    const none = { province: null, city: null, county: null }
    const found = await importBook({ sheets: [projects([row(), row(none)], { merged })] })
    expect(found.said).toEqual(['', ''])
    expect(found.batch.notes).toEqual([`合并单元格 ${merged.join('、')}：2 行按同一值读取`])
    const power = `${letterOfName('ratedPower')}2:${letterOfName('ratedPower')}3`
    const refused = await importBook({
      sheets: [projects([row(), row({ ratedPower: null })], { merged: [power] })],
    })
    expect(refused.said).toEqual(['C-003', 'C-003'])
  })

  test('reads hidden rows, and leaves out totals, signatures and notes, each with a word', async () => {
    const rows = [
      row({ ratedPower: 100 }),
      row({ ratedPower: 123 }),
      line({ projectName: '合计', ratedPower: 999 }),
      line({ projectName: '填表人：张某' }),
      line({ projectName: '注：本表由县级填报' }),
    ]
    const { batch } = await importBook({ sheets: [projects(rows, { hiddenRows: [3] })] })
    expect(batch.totalRows).toBe(2)
    expect(batch.notes).toEqual([
      '已读取隐藏的 1 行（第 3 行）',
      '第 4 行是合计，未作为项目读取',
      '第 5 行是签署，未作为项目读取',
      '第 6 行是说明，未作为项目读取',
      '合计行的额定功率为 999，各行之和为 223',
    ])
  })

  test('reads hidden columns, and says which', async () => {
    const hiddenColumns = [names.indexOf('contactPhone') + 1, names.length + 5]
    const { batch } = await importBook({ sheets: [projects([row()], { hiddenColumns })] })
    expect(batch.notes).toEqual([`已读取隐藏的列：${letterOfName('contactPhone')} 联系电话`])
  })

  test('has its heading once more in the middle', async () => {
    const { batch } = await importBook({ sheets: [projects([row(), captions, row()])] })
    expect([batch.totalRows, batch.notes]).toEqual([2, ['第 3 行是重复的表头，未作为项目读取']])
  })

  test('has no projects in rows that were only dragged down', async () => {
    const first = row()
    const dragged = line({ province: '宁夏回族自治区', isEchelonUse: '否' })
    const { batch } = await importBook({
      sheets: [projects([first, ...Array<WrittenCell[]>(299).fill(dragged)])],
    })
    expect(batch.totalRows).toBe(1)
    expect(batch.notes).toEqual(['299 行只有下拉填充的重复内容、没有项目名称，未读取'])
  })

  test('names the columns that were not imported, with and without a heading', async () => {
    const rows = [
      [...captions, '风险等级'],
      [...row(), '高', '另记'],
    ]
    const { batch } = await importBook({ sheets: [{ name: '项目', rows }] })
    expect(batch.notes).toEqual(['未导入的列：风险等级（1 格）、AW（1 格）'])
  })

  test('refuses a sample that was filled in, and passes over one as it is', async () => {
    const sample = row({ projectName: '【示例】盐池县高沙窝储能电站一期' })
    expect((await importBook({ sheets: [projects([row(), sample])] })).said).toEqual(['', 'C-087'])
  })
})

describe('the sheet that is read', () => {
  const cover: WrittenSheet = { name: '填报说明', rows: [['请按要求填写']] }

  test('is the one with projects, whatever it is called and wherever it stands', async () => {
    const hidden = { ...cover, hidden: true }
    const { batch } = await importBook({ sheets: [hidden, cover, projects([row()], { name: '银川市' })] })
    expect([batch.totalRows, batch.notes]).toEqual([1, []])
  })

  test('is asked for where two have projects, and named where one of them is hidden', async () => {
    const two = [projects([row()], { name: 'Sheet1' }), projects([row(), row()], { name: '银川市' })]
    const asked = await importBook({ sheets: two })
    expect(asked.batch).toMatchObject({ state: 'ASKING', stateLabel: '待确认', totalRows: 0 })
    const { questions } = await platform.enterprise.imports.reading(asked.batch.id)
    expect(questions.map(({ message }) => message)).toEqual([
      '有 2 张工作表含数据：Sheet1（1 行）、银川市（2 行），请选择要导入的一张',
    ])
    const chosen = await importBook({ sheets: two }, '银川市')
    expect([chosen.batch.totalRows, chosen.batch.notes]).toEqual([2, ['工作表“Sheet1”有 1 行未读（未选）']])
    const [first, second] = two
    const half = await importBook({
      sheets: [...(first ? [first] : []), ...(second ? [{ ...second, hidden: true }] : [])],
    })
    expect([half.batch.totalRows, half.batch.notes]).toEqual([1, ['工作表“银川市”有 2 行未读（隐藏）']])
  })

  test('is not found without a heading, and the nearest row is named', async () => {
    const { batch } = await importBook({
      sheets: [
        {
          name: '甲',
          rows: [
            ['项目名称', '备注'],
            ['甲', '乙'],
          ],
        },
      ],
    })
    expect(batch.message).toBe('前 50 行未找到表头；最接近的是第 1 行，认出的列：项目名称、备注')
  })
})

describe('a text file', () => {
  const written = (cells: readonly WrittenCell[], delimiter: string) =>
    cells.map((cell) => (cell === null ? '' : `"${String(cell).replaceAll('"', '""')}"`)).join(delimiter)
  const lines = (delimiter: string, ...rows: readonly (readonly WrittenCell[])[]) =>
    [captions, ...rows].map((cells) => written(cells, delimiter)).join('\r\n')
  const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])

  test.each<[string, (text: string) => Buffer, string, string[]]>([
    ['UTF-8', (text) => Buffer.from(text), ',', []],
    ['UTF-8 with a mark', (text) => Buffer.from(`\ufeff${text}`), ',', []],
    ['UTF-16 with tabs', utf16, '\t', ['按 UTF-16 编码、制表符分隔读取']],
    [
      'semicolons below their line',
      (text) => Buffer.from(`sep=;\r\n${text}`),
      ';',
      ['按 UTF-8 编码、分号分隔读取'],
    ],
    ['line ends of an old Mac', (text) => Buffer.from(text.replaceAll('\r\n', '\r')), ',', []],
  ])('is read as %s', async (_what, bytes, delimiter, notes) => {
    const { batch, said } = await importFile(bytes(lines(delimiter, row(), row())), '项目.csv')
    expect([said, batch.notes]).toEqual([['', ''], notes])
  })

  test('of a Chinese Excel is known by its bytes', async () => {
    // 项目名称,备注 in GB18030, which no encoder here writes: enough to be told from UTF-8.
    const { batch } = await importFile(Buffer.from('cfeec4bfc3fbb3c62cb1b8d7a20a', 'hex'), '甲.csv')
    expect(batch.message).toContain('认出的列：项目名称、备注')
  })

  test('with a separator too many in a row names the row', async () => {
    const { said } = await importFile(Buffer.from(`${lines(',', row())},"多"`), '项目.csv')
    expect(said).toEqual(['C-077'])
  })

  test('with a separator too many in a row is not written before its name was looked at', async () => {
    const file = new File([`${lines(',', row())},"多"`], '多一格.csv')
    const { batch } = await importWorkbook(platform.enterprise.imports, file, { pollInterval: 50 })
    expect(batch).toMatchObject({ errorRows: 1, committedRows: 0 })
    const correct = async (cells: Record<string, string>) => {
      const [found] = await platform.enterprise.imports.correctRows(batch.id, { rows: [{ rowNo: 2, cells }] })
      return found?.errors.map(({ code }) => code)
    }
    expect(await correct({ remark: '已核对' })).toEqual(['C-077'])
    expect(await correct({ projectName: '盐池县多一格储能站' })).toEqual([])
  })

  test('has no sheets to choose from', async () => {
    const { batch } = await importFile(Buffer.from(lines(',', row())), '项目.csv', '银川市')
    expect(batch.totalRows).toBe(1)
  })

  test('asks whether a dash is nought', async () => {
    const { said } = await importFile(Buffer.from(lines(',', row({ completedInvestment: '-' }))), '项目.csv')
    expect(said).toEqual(['C-008'])
  })

  test.each([
    [
      'a page of the web',
      '<html><table><tr><td>项目名称</td></tr></table></html>',
      '旧系统.xls',
      '文件是网页',
    ],
    ['a text that is called a workbook', '项目名称,备注', '项目.xlsx', '不是 .xlsx 工作簿'],
  ])('that is %s is refused at once', async (_what, text, name, words) => {
    await expect(importFile(Buffer.from(text), name)).rejects.toThrow(words)
  })
})
