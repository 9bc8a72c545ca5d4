const EIGHT_HOURS = 28_800_000

/** Formats a moment as yyyy-MM-dd HH:mm:ss in Beijing time, independent of the machine's time zone. */
export function dateTimeText(moment: Date): string {
  return new Date(+moment + EIGHT_HOURS).toISOString().slice(0, 19).replace('T', ' ')
}

function write(parts: string[], key: string, value: unknown, isInner: boolean): void {
  if (value === null || value === undefined) return
  if (Array.isArray(value)) {
    for (const item of value) write(parts, key, item, true)
  } else if (typeof value === 'object' && !(value instanceof Date)) {
    if (isInner) throw new TypeError(`${key} is nested too deeply`)
    for (const [name, item] of Object.entries(value)) write(parts, `${key}[${name}]`, item, true)
  } else {
    const text = value instanceof Date ? dateTimeText(value) : String(value)
    parts.push(`${encodeURIComponent(key)}=${encodeURIComponent(text)}`)
  }
}

/**
 * Serializes a plain object as a query string. Skips null and undefined, also inside arrays. Arrays repeat their key.
 * Keeps 0, false and the empty string. A Date becomes yyyy-MM-dd HH:mm:ss.
 * @throws TypeError for objects inside objects or arrays
 */
export function queryText(query: object): string {
  const parts: string[] = []
  for (const [key, value] of Object.entries(query)) write(parts, key, value, false)
  return parts.join('&')
}

/**
 * Fills the parameters of a path.
 * @throws TypeError if one is missing, empty, or would change the path's shape
 */
export function pathText(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = String(params[name] ?? '')
    if (text === '' || text === '.' || text === '..') throw new TypeError(`${name} is missing`)
    return encodeURIComponent(text)
  })
}
