import type { JsonSchema } from '../operations.ts'
import { propertiesOf, resolve } from './schema-walk.ts'

/** Keyword on an array in a request body: the caller may send one value in place of an array of one, as in a query. */
const SINGLE = 'x-single'

type Path = readonly string[]

/** Paths of arrays with the keyword. Arrays of objects are not searched, because the contract has none in them. */
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

/** Returns a function that replaces single values of a body by arrays of one, where the schema allows them. */
export function singleValuesOf(schema: JsonSchema): (body: unknown) => unknown {
  const places = singlePlaces(schema)
  return (body) => places.reduce(listedAt, body)
}
