import { type Content, type Shape, textOf } from './differences.ts'

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** A content without empty values, with lists of codes and files in one order, so that equal contents are the same. */
export const canonical = (content: object, { rows }: Pick<Shape, 'rows'>): Content =>
  Object.fromEntries(
    Object.entries(content)
      .filter(([, value]) => !isEmpty(value))
      .map(([name, value]) => [
        name,
        Array.isArray(value) && !rows[name]
          ? [...value].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
          : value,
      ]),
  )
