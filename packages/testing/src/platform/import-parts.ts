import { type Refusal, refuse } from '../reply.ts'

type Raw = Readonly<Record<string, string>>

const differs = (message: string) =>
  refuse(422, message, { code: 'W-022', errors: [{ field: 'rows', message }] })

const isFilled = (raw: Raw) => Object.values(raw).some((text) => text.trim() !== '')

/** The rows of a batch that come in parts: in any order, each at most once. Rows are numbered from 1. */
export class ImportParts {
  readonly #parts = new Map<number, readonly Raw[]>()
  #lastRow: number | undefined

  /** Whether all rows up to the last one have come. */
  get isComplete(): boolean {
    return [...this.#parts.values()].reduce((sum, { length }) => sum + length, 0) === this.#lastRow
  }

  /** The rows with their numbers, in order and without blank ones. */
  get rows(): readonly (readonly [number, Raw])[] {
    return [...this.#parts]
      .toSorted(([a], [b]) => a - b)
      .flatMap(([from, rows]) => rows.map((raw, at) => [from + at, raw] as const))
      .filter(([, raw]) => isFilled(raw))
  }

  /**
   * Takes a part, behind those that have come if it does not say where it begins. A part that has come before changes
   * nothing. Returns the refusal of a part that differs from what has come.
   */
  add(rows: readonly Raw[], firstRow: number | undefined, isLast: boolean): Refusal | undefined {
    const closed = () => refuse(409, '该批次已收齐，不能再追加', { code: 'W-025' })
    if (firstRow === undefined && this.isComplete) return closed()
    const from = firstRow ?? this.#end + 1
    const to = from + rows.length - 1
    const changed = this.#firstChanged(from, rows)
    if (changed !== undefined) return differs(`第${changed}行与此前提交的不同，同一批次不能更换内容`)
    const end = this.#lastRow
    if (end !== undefined && (to > end || (isLast && to < end)))
      return differs(`该批次至第${end}行为止，与此前提交的不同`)
    if (isLast && this.#end > to) return differs(`该批次已收到第${this.#end}行，末行不能是第${to}行`)
    if (this.isComplete && !this.#parts.has(from)) return closed()
    this.#parts.set(from, rows)
    if (isLast) this.#lastRow = to
    return undefined
  }

  get #end(): number {
    return Math.max(0, ...[...this.#parts].map(([from, { length }]) => from + length - 1))
  }

  /** The first row of a part that lies in another one, or is not as it was. */
  #firstChanged(from: number, rows: readonly Raw[]): number | undefined {
    const known = this.#parts.get(from)
    for (const [at, raw] of rows.entries()) {
      const row = from + at
      const isTaken = [...this.#parts].some(([first, part]) => first <= row && row < first + part.length)
      if (known ? JSON.stringify(known[at]) !== JSON.stringify(raw) : isTaken) return row
    }
    return known && known.length > rows.length ? from + rows.length : undefined
  }
}
