const EIGHT_HOURS = 28_800_000

/** Formats a moment as yyyy-MM-dd HH:mm:ss in Beijing time, independent of the machine's time zone. */
export function dateTimeText(moment: Date): string {
  return new Date(+moment + EIGHT_HOURS).toISOString().slice(0, 19).replace('T', ' ')
}

/** Hands on each value of a query or form: texts and files. Skips null and undefined. */
export function flatten(
  take: (key: string, value: string | Blob) => void,
  value: unknown,
  key = '',
  isInner?: boolean,
): void {
  if (value === null || value === undefined) return
  if (Array.isArray(value)) for (const item of value) flatten(take, item, key, true)
  else if (value instanceof Blob) take(key, value)
  else if (value instanceof Date) take(key, dateTimeText(value))
  else if (typeof value === 'object') {
    if (isInner) throw new TypeError(`${key} is nested too deeply`)
    for (const [name, item] of Object.entries(value))
      flatten(take, item, key ? `${key}[${name}]` : name, key !== '')
  } else take(key, String(value))
}

/**
 * Serializes a plain object as a query string. Skips null and undefined, also inside arrays. Arrays repeat their key.
 * Keeps 0, false and the empty string. A Date becomes yyyy-MM-dd HH:mm:ss.
 * @throws TypeError for objects inside objects or arrays
 */
export function queryText(query: object): string {
  const parts: string[] = []
  flatten((...pair) => parts.push(pair.map((each) => encodeURIComponent(`${each}`)).join('=')), query)
  return parts.join('&')
}

/**
 * Fills the parameters of a path.
 * @throws TypeError if one is missing, empty, or would change the path's shape
 */
export function pathText(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = String(params[name] ?? '')
    if (/^\.{0,2}$/.test(text)) throw new TypeError(`${name} is missing`)
    return encodeURIComponent(text)
  })
}
