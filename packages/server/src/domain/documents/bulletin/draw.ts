import { once } from 'node:events'
import { shownCode } from '../../files/codes.ts'
import type { Issue } from '../official/model.ts'
import { INK, INNER, PAGE, Sheet, type TextStyle } from '../official/sheet.ts'
import { tagged } from '../official/tagged.ts'
import { chartHeight, drawChart } from './chart.ts'
import { GridDrawing } from './grid.ts'
import { drawLine, wordLines } from './lines.ts'
import {
  type Bulletin,
  type BulletinBlock,
  type Chart,
  captions,
  DRAFT,
  type Grid,
  type Words,
} from './model.ts'

type Structure = PDFKit.PDFStructureElement

const BODY = { size: 12, leading: 22, align: 'full' } as const
const TITLE = { size: 21, align: 'center' } as const
const SMALL = { size: 9, face: 'hei' } as const
const HEADING = { above: 10, below: 22 }
const FOOT = PAGE.height - PAGE.bottom + 12

/** The open font has no bold serif: its outlines are drawn thicker. */
function drawTitle(sheet: Sheet, parent: Structure, { title, isDraft }: Bulletin): void {
  tagged(sheet, parent, 'H1', () => {
    for (const line of sheet.lines(title, INNER, TITLE)) {
      sheet.doc.save()
      sheet.doc.addContent('2 Tr 0.5 w')
      sheet.line(line, PAGE.left, sheet.top, INNER, TITLE)
      sheet.doc.restore()
      sheet.top += 32
    }
  })
  if (!isDraft) return
  tagged(sheet, parent, 'P', () =>
    sheet.line(`（${DRAFT}）`, PAGE.left, sheet.top, INNER, { size: 13, face: 'hei', align: 'center' }),
  )
  sheet.top += 24
}

function drawIssue(sheet: Sheet, parent: Structure, { issue }: Bulletin): void {
  const aligns = ['left', 'center', 'right'] as const
  sheet.top += 6
  tagged(sheet, parent, 'P', () =>
    issue.forEach((text, at) => {
      sheet.line(text, PAGE.left, sheet.top, INNER, { size: 11, align: aligns[at] ?? 'left' })
    }),
  )
  sheet.top += 20
  sheet.rule(sheet.top, 1.4)
  sheet.top += 8
}

function drawParagraph(
  sheet: Sheet,
  parent: Structure,
  words: Words,
  style: TextStyle,
  leading: number,
): void {
  const indent = 2 * style.size
  const lines = wordLines(sheet, words, INNER, style, indent)
  const element = sheet.doc.struct('P')
  parent.add(element)
  lines.forEach((line, at) => {
    // Neither the first nor the last line of a paragraph stands alone on a page.
    const isPair = lines.length > 1 && (at === 0 || at === lines.length - 2)
    sheet.need(isPair ? 2 * leading : leading)
    const left = PAGE.left + (at === 0 ? indent : 0)
    const place = { left, top: sheet.top + 4, width: INNER - (at === 0 ? indent : 0) }
    const align = at === lines.length - 1 ? 'left' : style.align
    drawLine(sheet, element, line, place, { ...style, ...(align ? { align } : {}) })
    sheet.top += leading
  })
  element.end()
}

/** @param follows height of what stands below it on the same page */
function drawHeading(sheet: Sheet, parent: Structure, title: string, follows = 2 * BODY.leading): void {
  sheet.need(HEADING.above + HEADING.below + follows)
  sheet.top += HEADING.above
  tagged(sheet, parent, 'H2', () =>
    sheet.line(title, PAGE.left, sheet.top, INNER, { size: 13, face: 'bold' }),
  )
  sheet.top += HEADING.below
}

const proofOf = ({ code, address }: Issue) =>
  `核验码 ${shownCode(code)}　核验网址 ${address.replace(/^https?:\/\//, '')}`

function drawFrames(sheet: Sheet, { foot, isDraft, mark, proof }: Bulletin): void {
  const lines = [...foot, ...(proof ? [proofOf(proof)] : [])]
  const { count } = sheet.doc.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    sheet.doc.switchToPage(index)
    sheet.artifact('Pagination', () => {
      const top = PAGE.top - 32
      if (isDraft) sheet.line(DRAFT, PAGE.left, top, INNER, { ...SMALL, face: 'bold', size: 11 })
      sheet.line(mark, PAGE.left, top, INNER, { ...SMALL, align: 'right' })
      sheet.doc
        .moveTo(PAGE.left, FOOT)
        .lineTo(PAGE.left + INNER, FOOT)
        .lineWidth(0.6)
        .stroke(INK)
      lines.forEach((line, at) => {
        sheet.line(line, PAGE.left, FOOT + 7 + at * 14, INNER, { ...SMALL, size: 8 })
      })
      sheet.line(`— ${index + 1} —`, PAGE.left, FOOT + 7, INNER, { ...SMALL, align: 'right' })
    })
  }
}

/** Draws the blocks of a bulletin. A chart that a page has no room for stands at the head of the next one. */
class Body {
  readonly #sheet: Sheet
  readonly #root: Structure
  readonly #captions: ReadonlyMap<BulletinBlock, string>
  #waiting: Chart | undefined

  constructor(bulletin: Bulletin) {
    const { title, platform: author, issue, digest, date } = bulletin
    this.#captions = captions(bulletin)
    this.#sheet = new Sheet({ title, author, subject: issue[0], digest, date }, () => this.#turned())
    this.#root = this.#sheet.doc.struct('Document')
    this.#sheet.doc.addStructure(this.#root)
  }

  #turned(): void {
    const chart = this.#waiting
    this.#waiting = undefined
    if (chart) drawChart(this.#sheet, this.#root, chart, this.#captions.get(chart) ?? chart.caption)
  }

  #grid(grid: Grid, heading?: string): void {
    const drawing = new GridDrawing(this.#sheet, grid)
    if (heading) drawHeading(this.#sheet, this.#root, heading, drawing.start)
    drawing.draw(this.#root, this.#captions.get(grid) ?? grid.caption)
  }

  #block(block: BulletinBlock): void {
    const [sheet, root] = [this.#sheet, this.#root]
    if (block.kind === 'text') drawParagraph(sheet, root, block.words, BODY, BODY.leading)
    else if (block.kind === 'grid') this.#grid(block)
    else {
      this.#waiting = block
      if (sheet.room >= chartHeight) this.#turned()
    }
  }

  draw(bulletin: Bulletin): Sheet {
    const [sheet, root] = [this.#sheet, this.#root]
    drawTitle(sheet, root, bulletin)
    drawIssue(sheet, root, bulletin)
    for (const { title, blocks } of bulletin.sections) {
      drawHeading(sheet, root, title)
      for (const block of blocks) this.#block(block)
    }
    if (this.#waiting) sheet.newPage()
    bulletin.annexes.forEach((annex, at) => {
      this.#grid(annex, at === 0 ? '附表' : undefined)
    })
    this.#grid(bulletin.sources, '数据出处')
    for (const note of bulletin.notes)
      drawParagraph(sheet, root, [{ text: note }], { size: 9, face: 'hei' }, 15)
    root.end()
    return sheet
  }
}

/** Draws a bulletin as a tagged PDF with embedded fonts. */
export async function drawBulletin(
  bulletin: Bulletin,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; pages: number }> {
  const sheet = new Body(bulletin).draw(bulletin)
  drawFrames(sheet, bulletin)
  const pages = sheet.page
  const chunks: Uint8Array[] = []
  sheet.doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const isOver = once(sheet.doc, 'end')
  sheet.doc.end()
  await isOver
  return { bytes: new Uint8Array(Buffer.concat(chunks)), pages }
}
