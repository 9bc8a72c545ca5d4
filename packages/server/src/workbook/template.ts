import { type Cell, type CellStyle, type DataValidation, type WriteSheet, writeXlsx } from 'hucre/xlsx'
import { columnLetter } from './column-letter.ts'
import { dictionaryLists, type Lists, regionLists } from './template-lists.ts'
import { PREPARED_ROWS, type TemplateColumn, type TemplateSpec, templateRows } from './template-spec.ts'

const RED = 'C00000'
const GREY = '808080'
const border = { style: 'thin', color: { rgb: 'BFBFBF' } } as const
const box = { top: border, right: border, bottom: border, left: border }
const heading: CellStyle = {
  font: { bold: true },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'DDEBF7' } },
  border: box,
  alignment: { horizontal: 'center', vertical: 'center', wrapText: true },
}
const formats = { text: '@', number: 'General', date: 'yyyy-mm-dd' } as const
const TITLE_COLUMNS = 12

type Cells = Map<string, Partial<Cell>>

/** Empty cells of the sample row may be filled in. */
const firstRow = (withSample: boolean): number => (withSample ? templateRows.firstData : templateRows.sample)

const put = (cells: Cells, row: number, column: number, cell: Partial<Cell>): void => {
  cells.set(`${row - 1},${column}`, cell)
}

function caption({ caption: text, unit, isRequired }: TemplateColumn): Partial<Cell> {
  const whole = unit ? `${text}（${unit}）` : text
  if (!isRequired) return { value: whole, type: 'string', style: heading }
  return {
    value: `*${whole}`,
    type: 'richText',
    style: heading,
    richText: [
      { text: '*', font: { bold: true, color: { rgb: RED } } },
      { text: whole, font: { bold: true } },
    ],
  }
}

/** Runs of adjacent columns of one group. */
function groupRuns(columns: readonly TemplateColumn[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = []
  for (const [at, { group }] of columns.entries()) {
    const last = runs.at(-1)
    if (last && columns[last.from]?.group === group) last.to = at
    else runs.push({ from: at, to: at })
  }
  return runs
}

function headingCells({ columns, title, rules, version, withSample }: TemplateSpec): Cells {
  const cells: Cells = new Map()
  put(cells, templateRows.title, 0, {
    value: `${title}\n${rules}`,
    type: 'richText',
    style: { alignment: { vertical: 'center', wrapText: true } },
    richText: [
      { text: `${title}\n`, font: { bold: true, size: 16 } },
      { text: rules, font: { size: 10 } },
    ],
    comment: { author: title, text: version },
  })
  for (const [at, column] of columns.entries()) {
    put(cells, templateRows.groups, at, { value: column.group, type: 'string', style: heading })
    put(cells, templateRows.captions, at, caption(column))
    put(cells, templateRows.names, at, { value: column.name, type: 'string' })
    const style: CellStyle = { numFmt: formats[column.kind], font: { italic: true, color: { rgb: GREY } } }
    if (withSample) put(cells, templateRows.sample, at, { value: column.sample ?? null, style })
    // Long codes keep their digits only in cells formatted as text beforehand.
    if (column.kind === 'number') continue
    for (let row = firstRow(withSample); row < templateRows.firstData + PREPARED_ROWS; row++)
      put(cells, row, at, { value: null, style: { numFmt: formats[column.kind] } })
  }
  return cells
}

function validations({ columns, withSample }: TemplateSpec, lists: readonly Lists[]): DataValidation[] {
  const first = firstRow(withSample)
  return columns.flatMap((column, at) => {
    const letter = columnLetter(at + 1)
    const found = lists.map((list) => list.formulaOf(column, first)).find((text) => text !== undefined)
    if (found === undefined) return []
    return {
      type: 'list' as const,
      formula1: found,
      range: `${letter}${first}:${letter}${templateRows.firstData + PREPARED_ROWS - 1}`,
      allowBlank: true,
      showErrorMessage: true,
      errorStyle: 'stop' as const,
      errorTitle: '填写有误',
      errorMessage: column.region ? '请先选择上级行政区划，再从下拉列表中选择' : '请从下拉列表中选择',
    }
  })
}

function entrySheet(spec: TemplateSpec, lists: readonly Lists[]): WriteSheet {
  const { columns } = spec
  const title = { startRow: 0, startCol: 0, endRow: 0, endCol: Math.min(columns.length, TITLE_COLUMNS) - 1 }
  const groups = groupRuns(columns)
    .filter(({ from, to }) => from < to)
    .map(({ from, to }) => ({
      startRow: templateRows.groups - 1,
      startCol: from,
      endRow: templateRows.groups - 1,
      endCol: to,
    }))
  return {
    name: spec.sheet,
    columns: columns.map(({ width = 16 }) => ({ width })),
    rows: [],
    cells: headingCells(spec),
    merges: title.endCol > 0 ? [title, ...groups] : groups,
    dataValidations: validations(spec, lists),
    freezePane: { rows: templateRows.names, columns: Math.min(columns.length, 2) },
    rowDefs: new Map([
      [templateRows.title - 1, { height: 64 }],
      [templateRows.captions - 1, { height: 34 }],
      [templateRows.names - 1, { hidden: true }],
    ]),
  }
}

function instructionSheet({ columns, rules }: TemplateSpec): WriteSheet {
  const captions = ['列', '名称', '是否必填', '单位', '填写要求']
  const rows = columns.map(({ caption: text, isRequired, unit, hint, choices }, at) => [
    columnLetter(at + 1),
    text,
    isRequired ? '必填' : '选填',
    unit ?? null,
    hint ?? (choices ? `从下拉列表中选择：${choices.join('、')}`.slice(0, 500) : null),
  ])
  return {
    name: '填报说明',
    columns: [6, 26, 10, 10, 90].map((width) => ({ width })),
    rows: [[rules], captions, ...rows],
    cells: new Map(captions.map((text, at) => [`1,${at}`, { value: text, style: heading }])),
    merges: [{ startRow: 0, startCol: 0, endRow: 0, endCol: captions.length - 1 }],
    freezePane: { rows: 2 },
  }
}

/** Builds an import workbook to fill in. Choices come from hidden sheets; rows are checked again on import. */
export async function writeTemplate(spec: TemplateSpec): Promise<Uint8Array> {
  const lists = [dictionaryLists(spec.columns), regionLists(spec.columns, spec.regions)]
  return writeXlsx({
    sheets: [entrySheet(spec, lists), instructionSheet(spec), ...lists.map(({ sheet }) => sheet)],
    defaultFont: { name: '宋体', size: 11 },
  })
}
