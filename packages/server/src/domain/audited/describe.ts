import { sql } from 'kysely'
import { type Asked, idsAsked, idsReplied, valueAsked } from '../audit-log/asked.ts'
import type { EntryRecord } from '../audit-log/entry.ts'
import { MOST_READ, type Seen, type Wanted } from '../audit-log/recorded.ts'
import type { Action } from './actions/index.ts'
import { KINDS } from './kinds.ts'

/** Records by their ids, in ascending order so that calls lock them in the same order. */
export function wantedById(kind: Action['kind'], ids: readonly number[]): Wanted[] {
  const spec = kind && KINDS[kind]
  if (!spec) return []
  const sorted = ids.toSorted((one, other) => one - other)
  const slices = Array.from({ length: Math.ceil(sorted.length / MOST_READ) }, (_, at) =>
    sorted.slice(at * MOST_READ, (at + 1) * MOST_READ),
  )
  return slices.map((slice) => ({ kind, where: sql`${spec.key ?? sql`r.id`} = any(${slice}::bigint[])` }))
}

/** The records that a call concerns. Those that it creates are known from its reply. */
export function wantedOf(action: Action, asked: Asked, ownId: number | undefined): Wanted[] {
  if (action.find) return [...action.find(asked)]
  const named = idsAsked(asked, action.keys ?? [])
  const own = action.isOwn && ownId !== undefined && named.length === 0 ? [ownId] : []
  const created = (action.created ?? []).flatMap((path) =>
    path === '' ? (typeof asked.reply === 'number' ? [asked.reply] : []) : idsReplied(asked, path),
  )
  return wantedById(action.kind, [...own, ...named, ...created])
}

/** True if the entry compares values before and after the call. */
export function isCompared({ unchanged, by, reads, kind, find, plans }: Action, asked: Asked): boolean {
  if (plans?.(asked) || unchanged !== undefined || (!kind && !find)) return false
  return !reads?.includes(String(by && valueAsked(asked, by.field)))
}

/** Added to the name of a call that only shows what it would do. */
const PLAN = '（仅核对）'

/** The reason that the caller gives for what the call does. */
export function reasonOf({ why }: Action, asked: Asked): string | undefined {
  const reason = why && valueAsked(asked, why)
  return typeof reason === 'string' && reason.trim() !== '' ? reason.trim() : undefined
}

/** The name of what a call does, or tried to do. */
export function nameOf(
  action: Action,
  asked: Asked,
  before: readonly Seen[],
  records: readonly EntryRecord[],
): string {
  const { by, changed, plans } = action
  const name = `${by?.names[String(valueAsked(asked, by.field))] ?? action.name}${plans?.(asked) ? PLAN : ''}`
  if (!changed) return name
  const value = valueAsked(asked, changed.field)
  const isOther =
    records.some(({ changes }) => changes.some(({ field }) => field === changed.field)) ||
    before.some(({ content }) => content[changed.field] !== value)
  return (before.length > 0 && isOther && value !== undefined && changed.names[String(value)]) || name
}
