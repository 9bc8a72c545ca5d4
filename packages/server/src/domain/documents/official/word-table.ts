import {
  AlignmentType,
  BorderStyle,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  VerticalAlignTable,
  WidthType,
} from 'docx'
import type { Column } from './model.ts'
import type { NumberedBlock } from './numbering.ts'

/** Width of the text in twentieths of a point. */
const WIDTH = Math.round(((210 - 28 - 26) / 25.4) * 1440)

const NO_RULE = { style: BorderStyle.NONE, size: 0, color: 'auto' } as const
/** Weights in eighths of a point. */
const ruleOf = (size: number) => ({ style: BorderStyle.SINGLE, size, color: '000000' }) as const

function cellOf(text: string, width: number, { align = 'left' }: Pick<Column, 'align'>, isHead: boolean) {
  const alignment = align === 'center' ? AlignmentType.CENTER : AlignmentType.LEFT
  return new TableCell({
    width: { size: width, type: WidthType.DXA },
    verticalAlign: VerticalAlignTable.CENTER,
    ...(isHead ? { borders: { bottom: ruleOf(6) } } : {}),
    children: text
      .split('\n')
      .map(
        (line) =>
          new Paragraph({ text: line, style: isHead ? 'head' : 'cell', ...(isHead ? {} : { alignment }) }),
      ),
  })
}

/** A three-rule table with its caption and note. The head is repeated, and rows are not divided between pages. */
export function wordTable({
  number,
  caption,
  columns,
  rows,
  note,
}: Extract<NumberedBlock, { kind: 'table' }>): (Paragraph | Table)[] {
  const total = columns.reduce((sum, { share }) => sum + share, 0)
  const widths = columns.map(({ share }) => Math.round((share / total) * WIDTH))
  const rowOf = (texts: readonly string[], isHead: boolean) =>
    new TableRow({
      tableHeader: isHead,
      cantSplit: true,
      children: columns.map((column, at) => cellOf(texts[at] ?? '', widths[at] ?? 0, column, isHead)),
    })
  const title = number ? `${number}　${caption}` : `表　${caption}`
  return [
    new Paragraph({ text: title, style: 'caption', alignment: AlignmentType.CENTER }),
    new Table({
      width: { size: WIDTH, type: WidthType.DXA },
      columnWidths: widths,
      layout: TableLayoutType.FIXED,
      borders: {
        top: ruleOf(10),
        bottom: ruleOf(10),
        left: NO_RULE,
        right: NO_RULE,
        insideHorizontal: NO_RULE,
        insideVertical: NO_RULE,
      },
      rows: [
        rowOf(
          columns.map((column) => column.caption),
          true,
        ),
        ...rows.map((row) => rowOf(row, false)),
      ],
    }),
    // A paragraph always follows, so that two tables stay apart.
    new Paragraph({ text: note ? `注：${note}` : '', style: 'note' }),
  ]
}
