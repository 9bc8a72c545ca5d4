import { checkField } from '@xinchu/validators'
import { type Factor, type RawCell, readCell, type Source } from '@xinchu/validators/reading'
import type { ScannedRow, SheetCell } from '../../workbook/index.ts'
import type { Dictionaries } from '../dict/lookup.ts'
import type { ImportColumn } from './columns.ts'
import { headingText } from './heading-candidates.ts'
import { rawCell } from './raw-cell.ts'

const MOST_VALUES = 200
const SAMPLES = 3
const SAMPLE_LENGTH = 60
/** Fields whose values are known by their form, whatever their column is called. */
const OF_FORM: ReadonlySet<string> = new Set(['creditCode', 'contactPhone', 'nationalCode'])
const MOSTLY = 0.95

/** How many of the first values of a column can be read as those of a field. */
export interface Readable {
  values: number
  readable: number
}

const isFilled = (cell: SheetCell | undefined): cell is Exclude<SheetCell, null> =>
  cell !== null && cell !== undefined && headingText(cell) !== ''

const asCell = (cell: Exclude<SheetCell, null>): RawCell =>
  typeof cell === 'string' ? { kind: 'text', text: cell.trim() } : rawCell(cell)

/** The first values below a heading, by column. */
export class ColumnValues {
  readonly #rows: readonly ScannedRow[]
  readonly #source: Source
  readonly #dictionaries: Pick<Dictionaries, 'entriesOf' | 'valueOf'> | undefined

  constructor(
    rows: readonly ScannedRow[],
    source: Source,
    dictionaries?: Pick<Dictionaries, 'entriesOf' | 'valueOf'>,
  ) {
    this.#rows = rows.slice(0, MOST_VALUES)
    this.#source = source
    this.#dictionaries = dictionaries
  }

  /** The number of columns with values. */
  get width(): number {
    return Math.max(0, ...this.#rows.map(({ cells }) => cells.length))
  }

  #filled(at: number): Exclude<SheetCell, null>[] {
    return this.#rows.map(({ cells }) => cells[at]).filter(isFilled)
  }

  hasValues(at: number): boolean {
    return this.#rows.some(({ cells }) => isFilled(cells[at]))
  }

  /** The first values as a person sees them. */
  samples(at: number): string[] {
    return this.#filled(at)
      .slice(0, SAMPLES)
      .map((cell) => this.#shown(asCell(cell)).slice(0, SAMPLE_LENGTH))
  }

  #shown(cell: RawCell): string {
    if (cell.kind !== 'number' || cell.format === undefined) return cell.text
    const read = readCell(cell, { name: '', kind: 'date' }, this.#source)
    return read.level === 'value' ? String(read.value) : cell.text
  }

  readable(at: number, column: ImportColumn, factor?: Factor): Readable {
    const filled = this.#filled(at)
    const spec = factor ? { ...column.spec, factor } : column.spec
    const readable = filled.filter((cell) => this.#isRead(asCell(cell), column, spec)).length
    return { values: filled.length, readable }
  }

  #isRead(cell: RawCell, { spec }: ImportColumn, given: ImportColumn['spec'] & { factor?: Factor }): boolean {
    const dictionaries = this.#dictionaries
    if (spec.source === 'owner' || spec.kind === 'region') return true
    if (spec.dict && dictionaries?.valueOf(spec.dict, cell.text) !== undefined) return true
    const entriesOf = (dict: string) => dictionaries?.entriesOf(dict) ?? []
    const { level } = readCell(cell, given, this.#source, { entriesOf })
    return level === 'value' || level === 'empty'
  }

  /** Whether nearly all values have the form of the field's: codes and phone numbers. */
  hasForm(at: number, { spec }: ImportColumn): boolean {
    if (!OF_FORM.has(spec.name)) return false
    const filled = this.#filled(at)
    const fitting = filled.filter((cell) => {
      const read = readCell(asCell(cell), spec, this.#source)
      return read.level === 'value' && checkField(spec, { [spec.name]: read.value }, 'draft') === null
    })
    return fitting.length > 0 && fitting.length >= filled.length * MOSTLY
  }
}
