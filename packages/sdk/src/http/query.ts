const EIGHT_HOURS = 28_800_000

/** A moment as the platform writes it: yyyy-MM-dd HH:mm:ss in Beijing, whatever zone this machine is in. */
export function dateTimeText(moment: Date): string {
  return new Date(+moment + EIGHT_HOURS).toISOString().slice(0, 19).replace('T', ' ')
}

function write(parts: string[], key: string, value: unknown, isInner: boolean): void {
  if (value === null || value === undefined) return
  if (Array.isArray(value)) {
    for (const item of value) write(parts, key, item, true)
  } else if (typeof value === 'object' && !(value instanceof Date)) {
    if (isInner) throw new TypeError(`query parameter ${key} is nested too deeply`)
    for (const [name, item] of Object.entries(value)) write(parts, `${key}[${name}]`, item, true)
  } else {
    const text = value instanceof Date ? dateTimeText(value) : String(value)
    parts.push(`${encodeURIComponent(key)}=${encodeURIComponent(text)}`)
  }
}

/**
 * Writes a plain object as a query: null and undefined are skipped, also inside arrays; arrays repeat their key;
 * 0, false and the empty string are kept; a Date becomes yyyy-MM-dd HH:mm:ss.
 * @throws TypeError for objects inside objects or arrays
 */
export function queryText(query: object): string {
  const parts: string[] = []
  for (const [key, value] of Object.entries(query)) write(parts, key, value, false)
  return parts.join('&')
}

/**
 * Puts parameters into a path.
 * @throws TypeError where one is missing, empty, or would change the path's shape
 */
export function pathText(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = String(params[name] ?? '')
    if (text === '' || text === '.' || text === '..') throw new TypeError(`path parameter ${name} is missing`)
    return encodeURIComponent(text)
  })
}
