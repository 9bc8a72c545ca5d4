import { type ReviewedKind, STAYING_ACTIONS } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { NOT_ALLOWED } from '../../errors.ts'
import { labelIn } from '../dict/label.ts'
import { UNNAMED } from './offices.ts'

interface LastStep {
  id: number
  time: string
  office: string
  action: string
}

/** A record that is not in the state that a step needs. */
interface Refused {
  id: number
  /** Its state in words. */
  state: string
  /** The office that deals with it; none at its end. */
  holder?: string | undefined
  /** What its reader can do instead. */
  hint?: string | undefined
}

/** Advice at the end of a refusal, the same for all kinds of records. */
export const HINTS = {
  rewrite: '可修改后重新提交。',
  askBack: (holder: string) => `如需修改，可请${holder}退回。`,
  takeBack: '可在其签收前撤回。',
  reopen: `已归档，须由${UNNAMED.nation}退回重报。`,
} as const

/** A refusal by state, as a batch and an error carry it. */
export interface StateRefusal {
  code: typeof NOT_ALLOWED.code
  message: string
}

/** The last step of each record that moved it. */
async function lastSteps(
  db: Db,
  code: ReviewedKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LastStep>> {
  const { rows } = await sql<LastStep>`
    select distinct on (biz_id) biz_id as id, time, org_name as office, action from flow_history
    where biz_type = ${code} and biz_id = any(${[...ids]}::bigint[]) and not undone and action <> all(${[...STAYING_ACTIONS]}::text[])
    order by biz_id, flow_history.id desc`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

function wordsOf({ state, holder, hint }: Refused, last: LastStep | undefined): string {
  const done = last && `${last.office}已于 ${last.time.slice(0, 16)} ${labelIn('flow_action', last.action)}，`
  const held = holder ? `，由${holder}办理` : ''
  return `${done ?? ''}现为“${state}”${held}。${hint ?? ''}`
}

/** Why a step is refused by the state of records: who did what when, the state now, who deals with it, what helps. */
export async function refusedBy(
  db: Db,
  code: ReviewedKind,
  records: readonly Refused[],
): Promise<Map<number, StateRefusal>> {
  if (records.length === 0) return new Map()
  const ids = records.map(({ id }) => id)
  const last = await lastSteps(db, code, ids)
  return new Map(
    records.map((record) => [
      record.id,
      { code: NOT_ALLOWED.code, message: wordsOf(record, last.get(record.id)) },
    ]),
  )
}
