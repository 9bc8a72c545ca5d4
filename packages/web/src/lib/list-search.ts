/** State of a list in its address: page from 0, rows per page, `field,asc|desc`, and the filters by name. */
export interface ListSearch {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
  [filter: string]: string | number | undefined
}

export const PAGE_SIZES = [20, 50, 100, 200, 1000] as const
export const DEFAULT_SIZE = PAGE_SIZES[0]

const LONGEST = 400
const OWN: ReadonlySet<string> = new Set(['page', 'size', 'sort'])

const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(',')
  return typeof value === 'string' ? value : undefined
}

/** Reads a list's state from a URL and drops invalid parts. Usable as a route's `validateSearch`. */
export function readListSearch(raw: Record<string, unknown>): ListSearch {
  const search: ListSearch = {}
  for (const [name, value] of Object.entries(raw)) {
    const text = textOf(value)?.slice(0, LONGEST)
    if (!OWN.has(name) && /^[A-Za-z]{1,40}$/.test(name) && text) search[name] = text
  }
  const page = Number(raw['page'])
  if (Number.isInteger(page) && page > 0) search.page = page
  const size = PAGE_SIZES.find((each) => each === Number(raw['size']))
  if (size) search.size = size
  if (typeof raw['sort'] === 'string' && /^[A-Za-z]{1,40},(?:asc|desc)$/.test(raw['sort']))
    search.sort = raw['sort']
  return search
}

/** The filters of a list's state, without page, size and order. */
export function filtersOf(search: ListSearch): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      OWN.has(name) || value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  )
}

/** Parses a URL's search as plain text: `?id=7` becomes `{ id: '7' }`, and repeated values are joined by commas. */
export function parseSearch(text: string): Record<string, string> {
  const search: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(text))
    search[name] = Object.hasOwn(search, name) ? `${search[name]},${value}` : value
  return search
}

/** Serializes a search as plain text without undefined values. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const known = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  )
  const text = new URLSearchParams(known).toString().replaceAll('%2C', ',')
  return text === '' ? '' : `?${text}`
}
