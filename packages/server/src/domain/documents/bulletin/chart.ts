import { quantity } from '@xinchu/validators'
import { INNER, PAGE, type Sheet } from '../official/sheet.ts'
import { tagged } from '../official/tagged.ts'
import { CAPTION_HEIGHT, drawCaption } from './caption.ts'
import { type Bar, type Chart, withSources } from './model.ts'

type Structure = PDFKit.PDFStructureElement

/** Colours of the charts on the screen. */
export const COLORS = {
  added: '#1f6fd0',
  stock: '#c9def5',
  goal: '#b3560a',
  grid: '#e6eaef',
  axis: '#8a96a5',
} as const
const PLOT = { height: 150, left: 52, right: 86, above: 12, below: 22 }
const LABEL = { size: 8.5, face: 'hei' } as const
const LABEL_HEIGHT = 13
const NAMES = { stock: '上年末存量', added: '当年新增' } as const

/** The value of the highest tick: at least the highest value, in steps of 1, 2, 2.5 or 5 × 10ⁿ. */
export function scaleOf(highest: number): { step: number; top: number } {
  const rough = Math.max(highest, 0.01) / 4
  const unit = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5].find((each) => each * unit >= rough) ?? 10) * unit
  return { step, top: Math.ceil(Math.max(highest, 0.01) / step) * step }
}

/** True if a sum above its bar would touch the line of the goal: it stands above that line instead. */
export const touchesGoal = (value: number, goal: number | undefined, top: number): boolean =>
  goal !== undefined && value <= goal && (goal - value) / top < (LABEL_HEIGHT + 3) / PLOT.height

/** The chart in words, for those who do not see it. */
export const chartText = ({ caption, bars }: Chart): string =>
  `${caption}：${bars.map(({ name, label }) => `${name} ${label}`).join('，')}`

export { NAMES as CHART_SERIES }

class ChartDrawing {
  readonly #sheet: Sheet
  readonly #chart: Chart
  readonly #left = PAGE.left + PLOT.left
  readonly #width = INNER - PLOT.left - PLOT.right
  readonly #foot: number
  readonly #scale: { step: number; top: number }

  constructor(sheet: Sheet, chart: Chart) {
    this.#sheet = sheet
    this.#chart = chart
    this.#foot = sheet.top + PLOT.above + PLOT.height
    this.#scale = scaleOf(
      Math.max(...chart.bars.map(({ stock, added }) => stock + added), chart.goal?.value ?? 0),
    )
  }

  #at(value: number): number {
    return this.#foot - (value / this.#scale.top) * PLOT.height
  }

  /** Width of a bar with the gap beside it. */
  get #pitch(): number {
    return this.#width / this.#chart.bars.length
  }

  #axes(): void {
    const { doc } = this.#sheet
    const { step, top } = this.#scale
    for (let value = 0; value <= top * 1.0001; value += step) {
      const y = this.#at(value)
      doc
        .moveTo(this.#left, y)
        .lineTo(this.#left + this.#width, y)
        .lineWidth(0.5)
      doc.stroke(value === 0 ? COLORS.axis : COLORS.grid)
      const text = step < 1 ? quantity(value, '万千瓦') : value.toLocaleString('en')
      this.#sheet.line(text, PAGE.left, y - 5, PLOT.left - 6, { ...LABEL, align: 'right' })
    }
  }

  #bar({ name, stock, added }: Bar, index: number): void {
    const { doc } = this.#sheet
    const pitch = this.#pitch
    const width = Math.min(34, pitch * 0.6)
    const left = this.#left + index * pitch + (pitch - width) / 2
    const [low, high] = [this.#at(stock), this.#at(stock + added)]
    doc.rect(left, low, width, this.#foot - low).fillAndStroke(COLORS.stock, COLORS.added)
    if (added > 0) doc.rect(left, high, width, low - high).fill(COLORS.added)
    const column = this.#left + index * pitch
    this.#sheet.line(name, column, this.#foot + 4, pitch, { ...LABEL, align: 'center' })
  }

  /** Writes a sum above its bar, and above the line of the goal where it would touch that. */
  #label({ stock, added, label }: Bar, index: number): void {
    const value = stock + added
    const width = this.#pitch
    const left = this.#left + index * width
    const goal = this.#chart.goal?.value
    const isMoved = touchesGoal(value, goal, this.#scale.top)
    const top = this.#at(isMoved && goal !== undefined ? goal : value) - LABEL_HEIGHT
    const used = this.#sheet.width(label, LABEL) + 4
    // The lines of the grid stop at the figures.
    this.#sheet.doc.rect(left + (width - used) / 2, top, used, LABEL_HEIGHT - 2).fill('white')
    this.#sheet.line(label, left, top, width, { ...LABEL, align: 'center' })
  }

  #goal(): void {
    const { goal } = this.#chart
    if (!goal) return
    const { doc } = this.#sheet
    const y = this.#at(goal.value)
    doc
      .moveTo(this.#left, y)
      .lineTo(this.#left + this.#width, y)
      .lineWidth(0.9)
    doc.dash(4, { space: 3 }).stroke(COLORS.goal).undash()
    const style = { ...LABEL, color: COLORS.goal }
    const left = this.#left + this.#width + 6
    this.#sheet.line(goal.caption, left, y - 11, PLOT.right - 6, style)
    this.#sheet.line(`≥ ${quantity(goal.value, '万千瓦')}`, left, y + 1, PLOT.right - 6, style)
  }

  /** The names of the colours, beside the last bar. */
  #key(): void {
    const left = this.#left + this.#width + 6
    const { doc } = this.#sheet
    ;(['added', 'stock'] as const).forEach((name, at) => {
      const top = this.#foot - 34 + at * 15
      doc.rect(left, top + 1, 8, 8).fillAndStroke(COLORS[name], COLORS.added)
      this.#sheet.line(NAMES[name], left + 12, top, PLOT.right - 18, LABEL)
    })
  }

  draw(): void {
    this.#axes()
    for (const [index, bar] of this.#chart.bars.entries()) this.#bar(bar, index)
    this.#goal()
    for (const [index, bar] of this.#chart.bars.entries()) this.#label(bar, index)
    this.#key()
    this.#sheet.top = this.#foot + PLOT.below
  }
}

const GAP = 6

export const chartHeight = 2 * GAP + CAPTION_HEIGHT + PLOT.above + PLOT.height + PLOT.below

export function drawChart(sheet: Sheet, parent: Structure, chart: Chart, caption: string): void {
  sheet.top += GAP
  drawCaption(sheet, parent, withSources(caption, chart.sources))
  tagged(sheet, parent, 'Figure', () => new ChartDrawing(sheet, chart).draw(), { alt: chartText(chart) })
  sheet.top += GAP
}
