/** Blocks of a document, from top to bottom. */
export type Block =
  | { kind: 'title' | 'heading' | 'text' | 'note'; text: string }
  | { kind: 'rows'; rows: readonly (readonly [caption: string, value: string])[] }
  | Slip

/** A part to cut out along its dashed line. A page holds four. */
interface Slip {
  kind: 'slip'
  heading: string
  /** `code` is set in letters of equal width that cannot be confused. */
  rows: readonly { caption: string; value: string; isCode?: boolean }[]
  note: string
}

const PAGE = { width: 595, height: 842, margin: 62 }
const INNER = PAGE.width - 2 * PAGE.margin
const CAPTION = 130
const STYLES = {
  title: { size: 18, before: 0, after: 14 },
  heading: { size: 13, before: 14, after: 6 },
  text: { size: 10.5, before: 0, after: 4 },
  note: { size: 9, before: 8, after: 2 },
} as const
const LEADING = 1.6
const SLIP = { height: 178, heading: 13, size: 11, line: 18.5, caption: 78, note: 9 }
const CELL = { size: 10.5, padding: 7 }

/** Encodes text as UTF-16 for the font. Drops control characters. */
const hexOf = (text: string): string =>
  Buffer.from(text.replace(/\p{Cc}/gu, ''), 'utf16le')
    .swap16()
    .toString('hex')

const widthOf = (letter: string, size: number) => (letter.charCodeAt(0) < 0x2000 ? size / 2 : size)

/** Wraps text to lines. A closing punctuation mark never starts a line. */
export function wrap(text: string, size: number, width: number): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const letter of text) {
    const next = widthOf(letter, size)
    const isHeld = /[，。；：、！？）》」”%]/.test(letter)
    if (used + next > width && line !== '' && !isHeld) {
      lines.push(line)
      line = ''
      used = 0
    }
    line += letter
    used += next
  }
  return [...lines, line]
}

/** Draws from top to bottom and starts a new page when one is full. */
class Canvas {
  readonly pages: string[] = ['']
  private top = PAGE.height - PAGE.margin

  private emit(command: string): void {
    this.pages[this.pages.length - 1] += `${command}\n`
  }

  space(height: number): void {
    this.top -= height
  }

  /** Ensures room for a height, on a new page if necessary. */
  need(height: number): void {
    if (this.top - height >= PAGE.margin) return
    this.pages.push('')
    this.top = PAGE.height - PAGE.margin
  }

  line(text: string, size: number, left: number, below = 0): void {
    const y = this.top - below - size
    this.emit(`BT /F1 ${size} Tf ${left.toFixed(2)} ${y.toFixed(2)} Td <${hexOf(text)}> Tj ET`)
  }

  /** Writes ASCII text in a font of equal widths. */
  code(text: string, size: number, left: number, below: number): void {
    const y = this.top - below - size
    const safe = text.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, '\\$&')
    this.emit(`BT /F2 ${size} Tf ${left.toFixed(2)} ${y.toFixed(2)} Td (${safe}) Tj ET`)
  }

  /** Draws a dashed line across the page. */
  cut(below: number): void {
    const y = (this.top - below).toFixed(2)
    this.emit(`q 0.5 w 0.6 G [4 3] 0 d 24 ${y} m ${PAGE.width - 24} ${y} l S Q`)
  }

  box(left: number, width: number, height: number): void {
    this.emit(`0.6 w 0.55 G ${left} ${(this.top - height).toFixed(2)} ${width} ${height.toFixed(2)} re S`)
  }
}

function drawText(canvas: Canvas, block: Extract<Block, { text: string }>): void {
  const { size, before, after } = STYLES[block.kind]
  canvas.space(before)
  for (const line of wrap(block.text, size, INNER)) {
    canvas.need(size * LEADING)
    const width = [...line].reduce((sum, letter) => sum + widthOf(letter, size), 0)
    canvas.line(line, size, block.kind === 'title' ? (PAGE.width - width) / 2 : PAGE.margin)
    canvas.space(size * LEADING)
  }
  canvas.space(after)
}

function drawRow(canvas: Canvas, caption: string, value: string): void {
  const { size, padding } = CELL
  const lines = wrap(value, size, INNER - CAPTION - 2 * padding)
  const height = lines.length * size * 1.5 + 2 * padding
  canvas.need(height)
  canvas.box(PAGE.margin, CAPTION, height)
  canvas.box(PAGE.margin + CAPTION, INNER - CAPTION, height)
  canvas.line(caption, size, PAGE.margin + padding, padding)
  lines.forEach((line, index) => {
    canvas.line(line, size, PAGE.margin + CAPTION + padding, padding + index * size * 1.5)
  })
  canvas.space(height)
}

function drawSlip(canvas: Canvas, { heading, rows, note }: Slip): void {
  canvas.need(SLIP.height)
  canvas.line(heading, SLIP.heading, PAGE.margin, 6)
  rows.forEach(({ caption, value, isCode }, index) => {
    const below = 32 + index * SLIP.line
    canvas.line(caption, SLIP.size, PAGE.margin, below)
    const left = PAGE.margin + SLIP.caption
    // One line each: what does not fit is longer than any name of the platform.
    if (isCode) canvas.code(value, SLIP.size + 1, left, below)
    else canvas.line(wrap(value, SLIP.size, INNER - SLIP.caption)[0] ?? '', SLIP.size, left, below)
  })
  canvas.line(note, SLIP.note, PAGE.margin, 38 + rows.length * SLIP.line)
  canvas.cut(SLIP.height - 4)
  canvas.space(SLIP.height)
}

function draw(blocks: readonly Block[]): string[] {
  const canvas = new Canvas()
  for (const block of blocks) {
    if (block.kind === 'slip') drawSlip(canvas, block)
    else if (block.kind !== 'rows') drawText(canvas, block)
    else for (const [caption, value] of block.rows) drawRow(canvas, caption, value)
  }
  return canvas.pages
}

const FONT = [
  '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light-UniGB-UTF16-H /Encoding /UniGB-UTF16-H /DescendantFonts [4 0 R] >>',
  // ASCII characters are half as wide as Chinese characters; everything else is full width.
  '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 5 >> /FontDescriptor 5 0 R /DW 1000 /W [1 95 500 814 939 500] >>',
  '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
]
const FIRST_PAGE = 7

/**
 * Builds a PDF of A4 pages. It references the Adobe-GB1 font, which every PDF reader knows or substitutes, instead of
 * embedding one. A document is a few kilobytes, covers the whole character collection, and no font file is shipped.
 */
export function pdfOf(title: string, blocks: readonly Block[]): Uint8Array {
  const pages = draw(blocks)
  const kids = pages.map((_page, index) => `${FIRST_PAGE + 2 * index} 0 R`)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (zh-CN) /ViewerPreferences << /DisplayDocTitle true >> >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`,
    ...FONT,
    `<< /Title <feff${hexOf(title)}> >>`,
    ...pages.flatMap((page, index) => {
      const foot = `${index + 1} / ${pages.length}`
      const content = `${page}BT /F1 9 Tf ${PAGE.width / 2 - 10} 34 Td <${hexOf(foot)}> Tj ET\n`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /Font << /F1 3 0 R /F2 << /Type /Font /Subtype /Type1 /BaseFont /Courier-Bold >> >> >> /Contents ${FIRST_PAGE + 2 * index + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}endstream`,
      ]
    }),
  ]
  let body = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  body += `xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${size} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body, 'latin1')
}
