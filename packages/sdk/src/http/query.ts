const pad = (n: number) => String(n).padStart(2, '0')

/** A moment as the platform writes it: yyyy-MM-dd HH:mm:ss in Beijing, whatever zone this machine is in. */
export function dateTimeText(moment: Date): string {
  const beijing = new Date(moment.getTime() + 8 * 3_600_000)
  const day = `${beijing.getUTCFullYear()}-${pad(beijing.getUTCMonth() + 1)}-${pad(beijing.getUTCDate())}`
  return `${day} ${pad(beijing.getUTCHours())}:${pad(beijing.getUTCMinutes())}:${pad(beijing.getUTCSeconds())}`
}

function* pairs(key: string, value: unknown, depth: number): Generator<[string, string]> {
  if (value === null || value === undefined) return
  if (Array.isArray(value)) {
    for (const item of value) yield* pairs(key, item, depth + 1)
  } else if (value instanceof Date) {
    yield [key, dateTimeText(value)]
  } else if (typeof value === 'object') {
    if (depth > 0) throw new TypeError(`query parameter ${key} is nested too deeply`)
    for (const [inner, item] of Object.entries(value)) yield* pairs(`${key}[${inner}]`, item, depth + 1)
  } else {
    yield [key, String(value)]
  }
}

/**
 * Writes a plain object as a query: null and undefined are skipped, also inside arrays; arrays repeat their key;
 * 0, false and the empty string are kept; a Date becomes yyyy-MM-dd HH:mm:ss.
 * @throws TypeError for objects inside objects or arrays
 */
export function queryText(query: object): string {
  const parts: string[] = []
  for (const [key, value] of Object.entries(query)) {
    for (const [name, text] of pairs(key, value, 0))
      parts.push(`${encodeURIComponent(name)}=${encodeURIComponent(text)}`)
  }
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
