import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import type { HttpError } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import type { EventKind, Told } from '../events/kinds.ts'

/** Days for which a deleted draft can be restored. */
const KEPT_DAYS = 30
const MS_PER_DAY = 86_400_000

/** Drafts deleted at this moment or before can be restored no more. */
export const endOf = (now: Date): string => new Date(now.getTime() - KEPT_DAYS * MS_PER_DAY).toISOString()

/** The last moment at which a draft can be restored. */
export const lastChance = (deletedAt: Date): Date => new Date(deletedAt.getTime() + KEPT_DAYS * MS_PER_DAY)

/** A column of another table that names a record of the kind. */
export type Part = readonly [table: string, column: string]

/** Where drafts of one kind are deleted to and restored from. Its rows are `p` in all conditions. */
export interface Bin {
  told: Told & { code: 'PROJECT' | 'DEMO' | 'PROV_DEMO' }
  deleted: EventKind
  restored: EventKind
  table: 'es_project' | 'demo_project' | 'provincial_demo'
  /** Name of such a record in a refusal. */
  name: string
  /** SQL: number of a record, if the kind has numbers. */
  code: RawBuilder<string | null>
  /** SQL: state of a record, as its events name it. */
  state: RawBuilder<string>
  /** SQL condition: the caller may restore this one, if it is deleted. The rights are those of deleting. */
  within(user: Caller): RawBuilder<boolean>
  /** SQL condition on rows that are not deleted: the caller sees this one. */
  visible(user: Caller): RawBuilder<boolean>
  /** Makes concurrent work wait that compares records by what a restored one has. */
  lock?(trx: Trx, ids: readonly number[], user: Caller): Promise<void>
  /** Records whose names must differ, where names must. */
  names?: {
    /** SQL: the group of a record; names differ within one. */
    group: RawBuilder<string>
    /** The part of a name that must differ from other names. */
    key(name: string): string
    taken(name: string): HttpError
  }
  /** SQL: ids of the files that deleted drafts of these ids hold. */
  files(ids: readonly number[]): RawBuilder<number>
  /** SQL condition: a file `f` was uploaded for records of the kind. */
  uses: RawBuilder<boolean>
  /** SQL: ids of such files that records hold otherwise than in a column of attachments. */
  held?: RawBuilder<number>
  /** Rows of other tables that go with a draft. */
  parts: readonly Part[]
}

/** SQL: deleted drafts `p` of a kind with the entries `d` of their deletion, as long as they can be restored. */
export const restorable = (
  { told, table }: Bin,
  now: Date,
) => sql`deleted_draft d join ${sql.table(table)} p on p.id = d.record_id and p.deleted
  and d.entity = ${told.code} and d.deleted_at > ${endOf(now)}`
