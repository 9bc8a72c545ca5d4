import { MappedColumns, type ReadingMap } from '@xinchu/validators/reading/table'
import type { SheetSurvey } from '../../workbook/index.ts'
import type { ReadingTask } from './check-protocol.ts'
import type { SheetChoice } from './choose-sheet.ts'
import type { ColumnValues } from './column-values.ts'
import type { Reading } from './header.ts'
import { lineOf } from './heading-candidates.ts'
import { headingKeys } from './heading-key.ts'
import type { SavedMap } from './stored-reading.ts'

const LEAST_HEADINGS = 3

/** Finds the map that the office keeps for the headings of a sheet. */
function savedFor({ head }: SheetSurvey, saved: ReadonlyMap<string, SavedMap>): SavedMap | undefined {
  if (saved.size === 0) return undefined
  for (const line of head.slice(0, 50).map(lineOf)) {
    if (line.filter(Boolean).length < LEAST_HEADINGS) continue
    const { fixed, moving } = headingKeys(line)
    const found = saved.get(fixed) ?? saved.get(moving)
    if (found) return found
  }
  return undefined
}

/** How the sheets of a file are to be read: by the given map, or by those that the office keeps. */
export class SheetReadings {
  readonly #given: ReadingMap | undefined
  readonly #mapped: MappedColumns | undefined
  readonly #bySheet = new Map<SheetSurvey, SavedMap>()
  readonly #valuesOf: (sheet: SheetSurvey) => Reading['valuesOf']
  readonly #wanted: string | undefined

  constructor(
    sheets: readonly SheetSurvey[],
    { map, maps = [], sheet }: ReadingTask,
    valuesOf: (sheet: SheetSurvey, rows: Parameters<NonNullable<Reading['valuesOf']>>[0]) => ColumnValues,
  ) {
    this.#given = map
    this.#mapped = map && new MappedColumns(map)
    this.#wanted = sheet ?? map?.sheet
    this.#valuesOf = (each) => (rows) => valuesOf(each, rows)
    const saved = new Map(maps.map((each) => [each.key, each]))
    for (const each of map ? [] : sheets) {
      const found = savedFor(each, saved)
      if (found) this.#bySheet.set(each, found)
    }
  }

  get choice(): SheetChoice {
    const preferred = [...this.#bySheet].find(([{ name }, { map }]) => map.sheet === name)?.[0].name
    return {
      wanted: this.#wanted,
      preferred: preferred ?? [...this.#bySheet.keys()][0]?.name,
      readingOf: (sheet) => ({ map: this.#columnsOf(sheet), valuesOf: this.#valuesOf(sheet) }),
    }
  }

  #columnsOf(sheet: SheetSurvey): MappedColumns | undefined {
    const saved = this.#bySheet.get(sheet)
    return this.#mapped ?? (saved && new MappedColumns(saved.map))
  }

  /** The map that a sheet is read by. */
  mapOf(sheet: SheetSurvey): ReadingMap | undefined {
    return this.#given ?? this.#bySheet.get(sheet)?.map
  }

  /** The map of the office that a sheet is read by. */
  savedOf(sheet: SheetSurvey): SavedMap | undefined {
    return this.#bySheet.get(sheet)
  }
}
