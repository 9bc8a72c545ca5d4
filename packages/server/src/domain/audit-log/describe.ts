import { sql } from 'kysely'
import type { Action } from './actions/index.ts'
import { type Asked, idsAsked, idsReplied, valueAsked } from './asked.ts'
import type { EntryRecord } from './entry.ts'
import { KINDS } from './kinds.ts'
import type { Seen, Wanted } from './recorded.ts'

const wantedById = (kind: Action['kind'], ids: readonly number[]): Wanted[] => {
  const spec = kind && KINDS[kind]
  if (!spec || ids.length === 0) return []
  return [{ kind, where: sql`${spec.key ?? sql`r.id`} = any(${[...ids]}::bigint[])` }]
}

/** The records that a call concerns. Those that it creates are known from its reply. */
export function wantedOf(action: Action, asked: Asked, ownId: number | undefined): Wanted[] {
  if (action.find) return [...action.find(asked)]
  const own = action.isOwn && ownId !== undefined ? [ownId] : []
  const created = (action.created ?? []).flatMap((path) =>
    path === '' ? (typeof asked.reply === 'number' ? [asked.reply] : []) : idsReplied(asked, path),
  )
  return wantedById(action.kind, [...own, ...idsAsked(asked, action.keys ?? []), ...created])
}

/** True if the entry compares values before and after the call. */
export function isCompared({ unchanged, by, reads, kind, find }: Action, asked: Asked): boolean {
  if (unchanged !== undefined || (!kind && !find)) return false
  return !reads?.includes(String(by && valueAsked(asked, by.field)))
}

/** The name of what a call does, or tried to do. */
export function nameOf(
  action: Action,
  asked: Asked,
  before: readonly Seen[],
  records: readonly EntryRecord[],
): string {
  const { by, changed, name } = action
  if (by) return by.names[String(valueAsked(asked, by.field))] ?? name
  if (!changed) return name
  const value = valueAsked(asked, changed.field)
  const isOther =
    records.some(({ changes }) => changes.some(({ field }) => field === changed.field)) ||
    before.some(({ content }) => content[changed.field] !== value)
  return (before.length > 0 && isOther && value !== undefined && changed.names[String(value)]) || name
}
