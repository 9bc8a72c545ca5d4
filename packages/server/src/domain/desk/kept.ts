import type { components } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { snake } from '../columns.ts'
import { reportIds } from '../general-items/usage-rows.ts'
import { visibleYearCalc, yearCalcSource } from '../general-items/year-calc-rows.ts'
import { inCharge } from '../messages/rights.ts'
import { visibleProjects } from '../scope.ts'

type Items = components['schemas']['GeneralItemsRequest']['items']
type Stored = RawBuilder<{ record: unknown }>
type Body = { id?: number; items?: Items }

/** Finds the reports that items replace, by id or by subject. */
function storedItems(items: Items, user: Caller): Stored {
  const ids = items.flatMap(({ id }) => id ?? [])
  const usages = items.flatMap(({ usage }) => usage ?? [])
  const calculations = items.flatMap(({ yearCalc }) => yearCalc ?? [])
  return sql`
    select to_jsonb(u) as record from usage_report u join es_project p on p.id = u.project_id and ${visibleProjects(user)}
    where u.id = any(${ids}::bigint[] || array(${reportIds(usages)}))
    union all select to_jsonb(p) from ${yearCalcSource} where ${visibleYearCalc(user)} and (
      p.id = any(${ids}::bigint[]) or (p.scope_type, p.scope_id, p.year) in (
        select * from unnest(${calculations.map(({ scopeType }) => scopeType)}::text[],
          ${calculations.map(({ scopeId }) => scopeId)}::bigint[], ${calculations.map(({ year }) => year)}::integer[])))`
}

/**
 * The records that an operation replaces. Operations not named here create new ones. Only records that the
 * caller sees or manages count, because the refusal must not reveal what another's record holds.
 */
const REPLACED: Readonly<Record<string, (body: Body, user: Caller) => Stored>> = {
  updateEsProject: ({ id = 0 }, user) =>
    sql`select to_jsonb(p) as record from es_project p where p.id = ${id} and ${visibleProjects(user)}`,
  updateSection: ({ id = 0 }) => sql`select to_jsonb(s) as record from section_info s where s.id = ${id}`,
  updateMessage: ({ id = 0 }, user) =>
    sql`select to_jsonb(m) as record from message_push m where m.id = ${id} and ${inCharge(user)}`,
  saveGeneralItems: ({ items = [] }, user) => storedItems(items, user),
  modifyUser: ({ id = 0 }) => sql<{ record: unknown }>`
    select jsonb_build_object('enterprise_type', o.owner_type) as record
    from app_user u join org o on o.id = u.org_id where u.id = ${id}`,
}

/** Whether a record has a value under a property name, at any depth. */
function holds(record: unknown, name: string, value: string): boolean {
  if (typeof record !== 'object' || record === null) return false
  return Object.entries(record).some(
    ([key, inner]) =>
      ((key === name || key === snake(name)) && [inner].flat().includes(value)) || holds(inner, name, value),
  )
}

/** Returns the values that the replaced records already hold. They may stay although retired. */
export async function keptValues<Use extends { name: string; value: string }>(
  db: Db,
  { operationId, body, caller }: { operationId: string; body: unknown; caller: Caller | undefined },
  uses: readonly Use[],
): Promise<ReadonlySet<Use>> {
  const stored = REPLACED[operationId]
  if (!stored || !caller || uses.length === 0) return new Set()
  // The validator guarantees the operation's body type.
  const { rows } = await stored(body as Body, caller).execute(db)
  return new Set(uses.filter(({ name, value }) => rows.some(({ record }) => holds(record, name, value))))
}
