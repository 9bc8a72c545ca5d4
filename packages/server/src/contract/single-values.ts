import type { JsonSchema } from '../operations.ts'
import { propertiesOf, resolve } from './schema-walk.ts'

/** Keyword of a list in a body that a single value may stand for, as it may in a query. */
const SINGLE = 'x-single'

type Path = readonly string[]

/** Paths of such lists. Those in lists of objects are not looked for: the contract has none. */
function singlePlaces(schema: JsonSchema, path: Path = []): Path[] {
  if (resolve(schema)[SINGLE] === true) return [path]
  return [...propertiesOf(schema)].flatMap(([name, property]) => singlePlaces(property, [...path, name]))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function listedAt(value: unknown, [step, ...rest]: Path): unknown {
  if (step === undefined) return Array.isArray(value) ? value : [value]
  if (!isObject(value) || value[step] === undefined) return value
  return { ...value, [step]: listedAt(value[step], rest) }
}

/** Returns a function that puts single values of a body into the lists that they stand for. */
export function singleValuesOf(schema: JsonSchema): (body: unknown) => unknown {
  const places = singlePlaces(schema)
  return (body) => places.reduce(listedAt, body)
}
