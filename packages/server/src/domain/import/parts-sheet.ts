import { factorOf } from '@xinchu/validators/reading'
import { otherRow } from '@xinchu/validators/reading/table'
import {
  MergedCells,
  type ScannedRow,
  type SheetCell,
  type SheetSurvey,
  WorkbookError,
} from '../../workbook/index.ts'
import type { Header } from './header.ts'
import { candidate, headingText, lineOf, type Named } from './heading-candidates.ts'
import { questionOfUnit } from './heading-questions.ts'
import { headedUnit } from './heading-units.ts'
import { partFields } from './part-texts.ts'
import { CellReader } from './read-cells.ts'

const HEAD_ROWS = 10
const CODE = /^\*?(?:平台项目编号|projectCode)$/i
const NAME = 'projectName'

/** A sheet with the parts of mixed stations, a row for each, and what its columns are. */
export interface PartsSheet {
  sheet: SheetSurvey
  header: Pick<Header, 'columns' | 'units' | 'own' | 'lastRow'>
  /** Column of the project's number, from 0; -1 for none. */
  code: number
}

const partNames: readonly string[] = partFields.map(({ name }) => name)

/** Column of the platform's number of a project, from 0; -1 for none. */
export const codeColumn = (headings: readonly string[]): number =>
  headings.findIndex((text) => CODE.test(text))

/** @throws WorkbookError for a unit that is not converted */
function unitOf(named: Named | undefined, heading: string) {
  if (named?.unit === undefined) return undefined
  if (factorOf(named.unit, named.field.spec) === 'foreign')
    throw new WorkbookError(questionOfUnit(heading, named.unit, named.field, 0).message)
  return headedUnit(heading, named.unit, named.field)
}

/** Takes a sheet as one of parts: it names projects, and has the columns of a part but no others of a project. */
export function partsSheetOf(sheet: SheetSurvey): PartsSheet | undefined {
  for (const row of sheet.head.slice(0, HEAD_ROWS)) {
    const texts = lineOf(row)
    const code = codeColumn(texts)
    const named = candidate(texts, 0).named.map((each, at) => (at === code ? undefined : each))
    const found = named.flatMap((each) => each?.field.name ?? [])
    const isHeading = partNames.every((name) => found.includes(name)) && (code >= 0 || found.includes(NAME))
    if (!isHeading) continue
    if (found.some((name) => name !== NAME && !partNames.includes(name))) return undefined
    const units = named.map((each, at) => unitOf(each, texts[at] ?? ''))
    const columns = named.map((each) => each?.field)
    return { sheet, code, header: { columns, units, own: new Set(), lastRow: row.rowNo } }
  }
  return undefined
}

/** A name as it is compared. */
const keyOf = (text: string): string => text.normalize('NFKC').replace(/\s/gu, '')

/** The parts of one project. */
interface Group {
  code: string
  name: string
  lines: string[]
  isTaken: boolean
}

/** The parts of a workbook by the project that they belong to. */
export class Parts {
  readonly #groups = new Map<string, Group>()
  readonly #byName = new Map<string, Group[]>()
  #last: Group | undefined

  /** Adds a part. One that names no project belongs to the project above. */
  add(code: string, name: string, line: string): void {
    const group = code === '' && name === '' ? this.#last : this.#groupOf(code, keyOf(name))
    group?.lines.push(line)
    this.#last = group
  }

  #groupOf(code: string, name: string): Group {
    const key = code === '' ? `名称 ${name}` : code
    const known = this.#groups.get(key)
    if (known) return known
    const group = { code, name, lines: [], isTaken: false }
    this.#groups.set(key, group)
    this.#byName.set(name, [...(this.#byName.get(name) ?? []), group])
    return group
  }

  /** Takes the parts of a project, by its number, or by its name if that is the only one; undefined for none. */
  take(code: string, name: string): string | undefined {
    const named = (this.#byName.get(keyOf(name)) ?? []).filter((group) => group.code === '' || code === '')
    const group =
      (code === '' ? undefined : this.#groups.get(code)) ?? (named.length === 1 ? named[0] : undefined)
    if (!group) return undefined
    group.isTaken = true
    return group.lines.join('\n')
  }

  /** Number of parts whose project has not come. */
  get left(): number {
    return [...this.#groups.values()].reduce(
      (sum, { isTaken, lines }) => sum + (isTaken ? 0 : lines.length),
      0,
    )
  }
}

/** Reads the rows of a sheet of parts, in order. */
export class PartRows {
  readonly #sheet: PartsSheet
  readonly #cells: CellReader
  readonly #merged: MergedCells

  constructor(sheet: PartsSheet, source: ConstructorParameters<typeof CellReader>[1]) {
    this.#sheet = sheet
    this.#cells = new CellReader(sheet.header, source)
    this.#merged = new MergedCells(sheet.sheet.merged)
  }

  /** Adds the part of a row, if it is one. */
  read(row: ScannedRow, parts: Parts): void {
    const { code, header } = this.#sheet
    const merged = this.#merged.in(row)
    if (row.rowNo <= header.lastRow || otherRow(row.cells)) return
    const { raw } = this.#cells.read(row, merged)
    const texts = partNames.map((name) => raw[name] ?? '')
    if (texts.every((text) => text === '')) return
    const cell: SheetCell | undefined = merged.get(code + 1)?.value ?? row.cells[code]
    parts.add(code < 0 ? '' : headingText(cell), raw[NAME] ?? '', texts.join('\t'))
  }
}
