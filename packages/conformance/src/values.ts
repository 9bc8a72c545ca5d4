/** A property of a value that may be anything. */
export const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name] // an object, whatever its keys
    : undefined

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Rows of a page, or of a list. */
export const rowsOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : listOf(field(value, 'content'))

/** The codes of a refusal: its own and those of its fields. */
export const codesOf = (body: unknown): string[] =>
  [body, ...listOf(field(body, 'errors'))].map((each) => textOf(field(each, 'code'))).filter(Boolean)
