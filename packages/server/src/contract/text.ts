import { badRequest } from '../errors.ts'

/** A request body without its nulls: absent and null mean the same. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([key, inner]) => [key, withoutNulls(inner)]),
  )
}

/** Whether a text in it holds U+0000, which PostgreSQL cannot store. */
const holdsNul = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0')
    : typeof value === 'object' && value !== null && Object.values(value).some(holdsNul)

export function assertText(value: unknown): void {
  if (holdsNul(value)) throw badRequest('内容含有无法保存的字符')
}
