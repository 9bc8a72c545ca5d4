import { expect, test } from 'vitest'
import type { Checked } from '../src/db/schema.ts'
import { fromColumns } from '../src/domain/columns.ts'
import { reply } from '../src/domain/reply.ts'

interface Station {
  name: string
  power?: number
  state?: 'open' | 'closed'
}
interface Owner {
  id: number
  stations: Station[]
}

const row = { name: 'A', power: null as number | null, state: 'open' as const }
const wider = { ...row, colour: 'red' }

test('a reply has no field that is null or undefined', () => {
  const station: Station = reply({ ...row, state: undefined })
  expect(station).toStrictEqual({ name: 'A' })
  const owner: Owner = reply({ id: 1, stations: [row, row].map((each) => reply<Station>({ ...each })) })
  expect(owner.stations).toStrictEqual([
    { name: 'A', state: 'open' },
    { name: 'A', state: 'open' },
  ])
})

test('fields are read from the columns that hold them', () => {
  const columns = [
    ['name', 'name'],
    ['maxPower', 'max_power'],
  ] as const
  type Fields = { name: string; maxPower?: number }
  expect(fromColumns<Fields>({ name: 'A', max_power: null, other: 1 }, columns)).toStrictEqual({ name: 'A' })
  expect(fromColumns<Fields>({ name: 'A', max_power: 2 }, columns)).toStrictEqual({ name: 'A', maxPower: 2 })
})

// Each of these must not compile; `tsc` refuses an expectation without an error.
const text = String(row.name)
export const refused = {
  // @ts-expect-error a required field is missing
  missing: (): Station => reply({ power: 1 }),
  // @ts-expect-error a required field is null
  empty: (): Station => reply({ name: null }),
  // @ts-expect-error a field is misspelt
  misspelt: (): Station => reply({ name: 'A', powr: 1 }),
  // @ts-expect-error a field has another type
  typed: (): Station => reply({ name: 'A', power: text }),
  // @ts-expect-error a state is not one of the contract
  state: (): Station => reply({ name: 'A', state: text }),
  // @ts-expect-error a spread row has a column that the reply does not know
  spread: (): Station => reply({ ...wider }),
  // @ts-expect-error the same, where only one branch has it
  branch: (isRed: boolean): Station => reply({ ...row, ...(isRed ? { colour: 'red' } : {}) }),
  // @ts-expect-error rows of a list are not replies yet
  rows: (): Owner => reply({ id: 1, stations: [row] }),
  // @ts-expect-error an explicit shape refuses an unknown field
  explicit: () => reply<Station>({ ...row, colour: 'red' }),
  // @ts-expect-error nothing says which shape the reply has
  shapeless: () => reply({ name: 'A' }),
  // @ts-expect-error a column is missing
  column: () => fromColumns<{ maxPower?: number }>({ power: 1 }, []),
  // @ts-expect-error a column has another type
  columnType: () => fromColumns<{ maxPower?: number }>({ max_power: text }, []),
}

// @ts-expect-error no such table
export type NoTable = Checked<{ organisation: { dept_id: number } }>
// @ts-expect-error no such column
export type NoColumn = Checked<{ org: { dept_it: number } }>
// @ts-expect-error the column holds numbers
export type NoText = Checked<{ org: { dept_id: string } }>
