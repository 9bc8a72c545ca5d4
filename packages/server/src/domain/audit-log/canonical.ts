import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'

/** The hash before the first entry. */
export const NO_HASH = ''.padEnd(64, '0')

/** Columns that the hash covers, each under its name. Empty ones are left out, so that later columns change no hash. */
const COVERED = [
  'id',
  'user_id',
  'username',
  'real_name',
  'org_id',
  'org_name',
  'role_names',
  'address',
  'device',
  'action',
  'action_group',
  'operation_id',
  'object',
  'record_kind',
  'record_name',
  'record_keys',
  'record_count',
  'result',
  'rule',
  'reason',
  'request_id',
  'changes',
] as const

/** The covered columns of the log (alias `a`) as one JSON object. The time is in UTC, to the microsecond. */
export const covered: RawBuilder<Record<string, unknown>> = sql<
  Record<string, unknown>
>`jsonb_build_object('time',
  to_char(a.time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), ${sql.raw(
    COVERED.slice(0, 12)
      .map((name) => `'${name}', a.${name}`)
      .join(', '),
  )}) || jsonb_build_object(${sql.raw(
    COVERED.slice(12)
      .map((name) => `'${name}', a.${name}`)
      .join(', '),
  )})`

const byCode = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** JSON without spaces, properties in the order of their code units, without empty ones. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const parts = Object.entries(value)
    .filter(([, part]) => part !== null && part !== undefined)
    .sort(([a], [b]) => byCode(a, b))
    .map(([name, part]) => `${JSON.stringify(name)}:${canonicalJson(part)}`)
  return `{${parts.join(',')}}`
}

/** SHA-256 over the hash before, a line feed and the entry's canonical JSON, in hexadecimal. */
export const chainHash = (before: string, canonical: string): string =>
  createHash('sha256').update(`${before}\n${canonical}`).digest('hex')
