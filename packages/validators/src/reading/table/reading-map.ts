import { nameKey } from '../fold.ts'

/** What a column of a file is. Without a field it is not imported; without a unit its heading decides. */
export interface MapColumn {
  readonly field?: string
  readonly unit?: string
}

/** How a file is read: its sheet, and its columns by heading, or by `#` and letter. */
export interface ReadingMap {
  readonly version: 1
  readonly sheet?: string
  readonly columns: Readonly<Record<string, MapColumn>>
}

const KEYS = ['version', 'sheet', 'columns']
const COLUMN_KEYS = ['field', 'unit']
const MOST_COLUMNS = 500

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

const unknownIn = (value: Readonly<Record<string, unknown>>, known: readonly string[]): string[] =>
  Object.keys(value).filter((key) => !known.includes(key))

function columnFault(heading: string, column: unknown): string | undefined {
  if (column === null) return undefined
  if (!isObject(column)) return `列“${heading}”应为对象或 null`
  const [unknown] = unknownIn(column, COLUMN_KEYS)
  if (unknown !== undefined) return `列“${heading}”有未知的键：${unknown}`
  const wrong = COLUMN_KEYS.find((key) => column[key] !== undefined && !isText(column[key]))
  return wrong && `列“${heading}”的 ${wrong} 应为文本`
}

function faultOf(value: unknown): string | undefined {
  if (!isObject(value)) return '对应关系应为 JSON 对象'
  const unknown = unknownIn(value, KEYS)
  if (unknown.length > 0) return `有未知的键：${unknown.join('、')}`
  if (value['version'] !== 1) return 'version 应为 1'
  if (value['sheet'] !== undefined && !isText(value['sheet'])) return 'sheet 应为文本'
  const { columns } = value
  if (!isObject(columns)) return 'columns 应为对象'
  if (Object.keys(columns).length > MOST_COLUMNS) return `columns 不能超过 ${MOST_COLUMNS} 列`
  for (const [heading, column] of Object.entries(columns)) {
    const fault = columnFault(heading, column)
    if (fault !== undefined) return fault
  }
  return undefined
}

/**
 * Takes a value as a map; `null` for a column is the same as a column without a field.
 * @returns the map, or what is wrong with it in words
 */
export function toReadingMap(value: unknown): { map: ReadingMap } | { fault: string } {
  const fault = faultOf(value)
  if (fault !== undefined) return { fault }
  const given = value as { sheet?: string; columns: Record<string, MapColumn | null> } // as it was checked above
  const columns = Object.fromEntries(
    Object.entries(given.columns).map(([heading, column]) => [heading, column ?? {}]),
  )
  return { map: { version: 1, ...(given.sheet ? { sheet: given.sheet } : {}), columns } }
}

/** A heading as it is looked up in a map. */
export const mapKey = (heading: string): string => nameKey(heading)

const LETTER = /^#([A-Za-z]{1,3})$/

/** The entries of a map by heading and by letter. */
export class MappedColumns {
  readonly #byHeading = new Map<string, MapColumn>()
  readonly #byLetter = new Map<string, MapColumn>()

  constructor({ columns }: Pick<ReadingMap, 'columns'>) {
    for (const [key, column] of Object.entries(columns)) {
      const letter = LETTER.exec(key)?.[1]
      if (letter === undefined) this.#byHeading.set(mapKey(key), column)
      else this.#byLetter.set(letter.toUpperCase(), column)
    }
  }

  /** Whether a column is named by its letter. Then the map holds only while no column moves. */
  get hasLetters(): boolean {
    return this.#byLetter.size > 0
  }

  byHeading(heading: string): MapColumn | undefined {
    return this.#byHeading.get(mapKey(heading))
  }

  byLetter(letter: string): MapColumn | undefined {
    return this.#byLetter.get(letter)
  }
}
