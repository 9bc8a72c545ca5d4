import { PAGE, type Paper, type Weight } from './paper.ts'

export interface Cell {
  text: string
  width: number
  /** Whether it is a caption: shaded and bold. */
  isHead?: boolean
}

const SIZE = 9.5
const LEADING = 14
const PADDING = { across: 6, along: 4.5 }
/** A higher row is split between pages; a lower one moves to the next page. */
const MOST_KEPT = 240

interface Laid {
  cell: Cell
  lines: readonly string[]
}

const weightOf = ({ isHead }: Cell): Weight => (isHead ? 'bold' : 'regular')

const heightOf = (lines: number) => lines * LEADING + 2 * PADDING.along

const laid = (paper: Paper, cell: Cell, text: string): Laid => ({
  cell,
  lines: paper.lines(text, cell.width - 2 * PADDING.across, { size: SIZE, weight: weightOf(cell) }),
})

/** Number of lines that a text takes in a cell. */
export const linesIn = (paper: Paper, text: string, width: number): number =>
  paper.lines(text, width - 2 * PADDING.across, { size: SIZE }).length

/** Draws the lines of one row that fit on this page. */
function drawPiece(
  paper: Paper,
  table: PDFKit.PDFStructureElement,
  cells: readonly Laid[],
  height: number,
): void {
  const row = paper.doc.struct('TR')
  table.add(row)
  let left = PAGE.left
  const { top } = paper
  for (const { cell, lines } of cells) {
    paper.box(left, top, cell.width, height, cell.isHead)
    const x = left + PADDING.across
    const draw = () =>
      lines.forEach((line, index) => {
        const y = top + PADDING.along + index * LEADING + 1
        paper.line(line, x, y, cell.width - 2 * PADDING.across, {
          size: SIZE,
          weight: weightOf(cell),
          colour: cell.isHead ? 'soft' : 'ink',
        })
      })
    const element = paper.doc.struct(cell.isHead ? 'TH' : 'TD', {}, draw)
    row.add(element)
    element.end()
    left += cell.width
  }
  row.end()
  paper.top += height
}

/**
 * Draws a row of a table. A row that is too high for one page continues on the next.
 * @param onPage called after each new page, to repeat the head of the table
 */
export function drawRow(
  paper: Paper,
  table: PDFKit.PDFStructureElement,
  cells: readonly Cell[],
  onPage: () => void = () => undefined,
): void {
  let rest = cells.map((cell) => laid(paper, cell, cell.text))
  const turn = () => {
    paper.newPage()
    onPage()
  }
  const whole = heightOf(Math.max(...rest.map(({ lines }) => lines.length)))
  if (whole > paper.room && (whole <= MOST_KEPT || paper.room < heightOf(3))) turn()
  for (;;) {
    const count = Math.max(...rest.map(({ lines }) => lines.length))
    const most = Math.max(1, Math.floor((paper.room - 2 * PADDING.along) / LEADING))
    const now = Math.min(count, most)
    drawPiece(
      paper,
      table,
      rest.map(({ cell, lines }) => ({ cell, lines: lines.slice(0, now) })),
      heightOf(now),
    )
    if (now === count) return
    rest = rest.map(({ cell, lines }) =>
      cell.isHead ? laid(paper, cell, `${cell.text}（续）`) : { cell, lines: lines.slice(now) },
    )
    turn()
  }
}
