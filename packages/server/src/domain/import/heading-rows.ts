import { factorOf } from '@xinchu/validators/reading'
import type { ImportColumn } from './columns.ts'

const LINE_OF_UNITS = /单位\s*[:：]\s*(.+)$/u
const BETWEEN = /[、，,；;\s]+/u
const BRACKETS = /^[（(【[](.*)[)）】\]]$/u
const NO_UNIT = new Set(['', '/', '-', '—', '无'])
const LEAST_NUMBERED = 5

/** Units that a line above the table names: 单位：万千瓦、万元. */
export function unitsAbove(lines: readonly (readonly string[])[]): string[] {
  for (const line of lines.toReversed())
    for (const text of line) {
      const [, units] = LINE_OF_UNITS.exec(text) ?? []
      if (units !== undefined)
        return units
          .replace(/[)）]\s*$/u, '')
          .split(BETWEEN)
          .filter(Boolean)
    }
  return []
}

/** A row of units below the heading, by column; undefined if the row is none. */
export function unitsIn(
  line: readonly string[],
  columns: readonly (ImportColumn | undefined)[],
): string[] | undefined {
  const units = line.map((text) => text.replace(BRACKETS, '$1').trim())
  let count = 0
  for (const [at, unit] of units.entries()) {
    const spec = columns[at]?.spec
    if (NO_UNIT.has(unit)) continue
    if (!spec || factorOf(unit, spec) === undefined) return undefined
    count += 1
  }
  return count > 0 ? units.map((unit) => (NO_UNIT.has(unit) ? '' : unit)) : undefined
}

/** Whether a row numbers the columns of a form: 1, 2, 3. */
export function isNumbering(line: readonly string[]): boolean {
  const numbers = line
    .filter((text) => text !== '')
    .map((text) => Number(text.replace(/^[（(](.*)[)）]$/u, '$1')))
  return numbers.length >= LEAST_NUMBERED && numbers.every((number, at) => number === (numbers[0] ?? 0) + at)
}
