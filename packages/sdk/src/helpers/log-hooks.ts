import type { CallInfo, Hooks } from '../http/types.ts'

/** What is logged of a call. No body, no header and no token is ever among it. */
export interface LogEntry {
  event: 'request' | 'response' | 'error'
  requestId: string | undefined
  method: string | undefined
  path: string | undefined
  /** The query, with `***` for every value whose name is not known to be harmless. */
  query?: string
  attempt?: number
  status?: number | undefined
  durationMs?: number
  /** The kind of the error; its message may quote what somebody typed, and stays out. */
  kind?: string
}

// Names are allowed one by one: a parameter that is added later stays hidden until somebody has thought about it.
const HARMLESS = new Set([
  ...['page', 'size', 'sort', 'year', 'quarter', 'month', 'state', 'source', 'todo', 'withSample', 'level'],
  ...['techType', 'appSubScenario', 'buildStatus', 'declareStatus', 'countryStatus', 'repeatFlag'],
  ...['provinceCode', 'cityCode', 'countyCode', 'batchId', 'fillType', 'dictName'],
])

function redactedQuery(url: string): string | undefined {
  const text = url.split('?')[1]
  if (!text) return undefined
  return [...new URLSearchParams(text)]
    .map(([name, value]) => `${name}=${HARMLESS.has(name) ? value : '***'}`)
    .join('&')
}

function common({ requestId, method, path, url, attempt }: CallInfo) {
  const query = redactedQuery(url)
  return { requestId, method, path, ...(query === undefined ? {} : { query }), attempt }
}

/** Hooks that log every call without anything personal: `createClient({ hooks: { ...logHooks(write), onExpired } })`. */
export function logHooks(
  write: (entry: LogEntry) => void,
): Required<Pick<Hooks, 'onRequest' | 'onResponse' | 'onError'>> {
  return {
    onRequest: (info) => write({ event: 'request', ...common(info) }),
    onResponse: ({ status, durationMs, ...info }) =>
      write({ event: 'response', ...common(info), status, durationMs: Math.round(durationMs) }),
    onError: ({ kind, status, requestId, method, url }) =>
      write({ event: 'error', requestId, method, path: url, kind, status }),
  }
}
