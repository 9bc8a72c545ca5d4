import { expect, test } from 'vitest'
import document from '../../packages/contract/src/gen/openapi.json' with { type: 'json' }

type Schema = Readonly<Record<string, unknown>>

const INT32 = 2 ** 31 - 1

/** Every object of the document outside examples, with its path. */
function* objectsWithin(value: unknown, path: string): Generator<[string, Schema]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [path, value as Schema] // neither null nor a list
  for (const [key, inner] of Object.entries(value))
    if (!['example', 'examples', 'enum'].includes(key)) yield* objectsWithin(inner, `${path}/${key}`)
}

const schemas = [...objectsWithin(document, '')]
const wrong = (isWrong: (schema: Schema) => boolean) =>
  schemas.filter(([, schema]) => isWrong(schema)).map(([path]) => path)

// Generators of typed languages take integers for 32 bits wide unless told otherwise.
test('every integer says whether it needs 32 or 64 bits', () => {
  expect(wrong(({ type, format }) => type === 'integer' && format !== 'int32' && format !== 'int64')).toEqual(
    [],
  )
  expect(wrong(({ format, maximum }) => format === 'int32' && Number(maximum ?? 0) > INT32)).toEqual([])
})

test('no schema claims the date-time of RFC 3339, whose offset and T our times lack', () => {
  expect(wrong(({ format }) => format === 'date-time')).toEqual([])
})

test('no schema allows null: an absent property means the same', () => {
  const allowsNull = ({ type, nullable }: Schema) =>
    nullable === true || type === 'null' || (Array.isArray(type) && type.includes('null'))
  expect(wrong(allowsNull)).toEqual([])
})

test('the schema of a file body names the media type under which it stands', () => {
  const bodies = schemas
    .filter(([path]) => /\/content$/.test(path))
    .flatMap(([path, content]) =>
      // The contract lint holds the content of a body to this shape.
      Object.entries(content as Record<string, { schema?: Schema }>).map(
        ([media, { schema }]) => [path, media, schema] as const,
      ),
    )
  const files = bodies.filter(
    ([, media]) => media !== 'multipart/form-data' && /^[a-z]+\/(?!json|event-stream)/.test(media),
  )
  expect(files.length).toBeGreaterThan(5)
  expect(files.filter(([, media, schema]) => schema?.['contentMediaType'] !== media)).toEqual([])
})
