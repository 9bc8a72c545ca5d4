import { columnLetter } from '../../src/workbook/column-letter.ts'
import { type Part, workbookParts, zip } from '../workbook/packages.ts'

/** A cell as a program writes it: a text, a number, or the attributes and content of its element. */
export type WrittenCell = string | number | null | { t?: string; s?: number; xml: string }

export interface WrittenSheet {
  name: string
  rows: readonly (readonly WrittenCell[])[]
  hidden?: boolean
  /** Numbers of hidden rows. */
  hiddenRows?: readonly number[]
  /** Numbers of hidden columns. */
  hiddenColumns?: readonly number[]
  merged?: readonly string[]
}

export interface WrittenBook {
  sheets: readonly WrittenSheet[]
  /** Number formats; a cell's style is the place of its format in this list, from 1. */
  formats?: readonly string[]
  is1904?: boolean
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`)

function cellXml(cell: WrittenCell, ref: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${ref}"><v>${cell}</v></c>`
  if (typeof cell === 'string')
    return `<c r="${ref}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
  const { t, s, xml } = cell
  return `<c r="${ref}"${t ? ` t="${t}"` : ''}${s ? ` s="${s}"` : ''}>${xml}</c>`
}

function sheetXml({ rows, hiddenRows = [], hiddenColumns = [], merged = [] }: WrittenSheet): string {
  const columns = hiddenColumns.map((at) => `<col min="${at}" max="${at}" width="9" hidden="1"/>`).join('')
  const body = rows.map((cells, at) => {
    const hidden = hiddenRows.includes(at + 1) ? ' hidden="1"' : ''
    return `<row r="${at + 1}"${hidden}>${cells.map((cell, column) => cellXml(cell, `${columnLetter(column + 1)}${at + 1}`)).join('')}</row>`
  })
  const ranges = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')
  return `<worksheet>${columns && `<cols>${columns}</cols>`}<sheetData>${body.join('')}</sheetData>${ranges && `<mergeCells>${ranges}</mergeCells>`}</worksheet>`
}

/** Writes a workbook as other programs do, with what our own writer never has. */
export function rawWorkbook({ sheets, formats = [], is1904 }: WrittenBook): Buffer {
  const [types, root] = workbookParts('')
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const parts: Part[] = [
    ...(types ? [types] : []),
    ...(root ? [root] : []),
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${sheets.map((_, at) => relation(at + 1, 'worksheet', `worksheets/s${at}.xml`)).join('')}${relation(99, 'styles', 'styles.xml')}</Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns:r="${OFFICE}">${is1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${sheets
        .map(
          ({ name, hidden }, at) =>
            `<sheet name="${escaped(name)}" sheetId="${at + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
        )
        .join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/styles.xml',
      content: `<styleSheet><numFmts>${formats
        .map((format, at) => `<numFmt numFmtId="${200 + at}" formatCode="${escaped(format)}"/>`)
        .join('')}</numFmts><fonts><font/></fonts><cellXfs><xf numFmtId="0" fontId="0"/>${formats
        .map((_, at) => `<xf numFmtId="${200 + at}" fontId="0"/>`)
        .join('')}</cellXfs></styleSheet>`,
    },
    ...sheets.map((sheet, at) => ({ name: `xl/worksheets/s${at}.xml`, content: sheetXml(sheet) })),
  ]
  return zip(parts)
}
