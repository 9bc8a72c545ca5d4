import { ObjectionStatus } from '@xinchu/contract/codes'
import type { RuleCode } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { PilotAction } from './flow-table.ts'

/** Reason why the expert review does not allow a step. */
export interface ReviewRefusal {
  code: RuleCode
  message: string
}

interface Facts {
  id: number
  is_primary_open: boolean
  is_excellence_open: boolean
  publicity_end: string | null
  is_publicity_over: boolean
  open_objections: number
  /** Whether the rank, or its adjustment, selects the project; null without a result. */
  is_selected: boolean | null
}

async function factsOf(db: Db, ids: readonly number[], now: Date): Promise<Facts[]> {
  const isOpen = (stage: 'PRIMARY' | 'EXCELLENT') => sql`exists (select 1 from score_opening o
    where o.batch_year = p.batch_year and o.batch_no = p.batch_no and o.stage = ${stage} and o.confirmed_at is not null)`
  const { rows } = await sql<Facts>`
    select p.id, ${isOpen('PRIMARY')} as is_primary_open, ${isOpen('EXCELLENT')} as is_excellence_open,
      b.end_time as publicity_end, coalesce(b.end_time <= ${now.toISOString()}::timestamptz, false) as is_publicity_over,
      (select count(*) from objection o where o.batch_year = p.batch_year and o.batch_no = p.batch_no
        and o.status not in (${ObjectionStatus.answered}, ${ObjectionStatus.withdrawn}))::integer as open_objections,
      coalesce(x.adjusted_selected, (x.result ->> 'withinQuota')::boolean) as is_selected
    from demo_project p
    left join demo_result x on x.project_id = p.id and x.stage = 'EXCELLENT'
    left join demo_publicity b on b.batch_year = p.batch_year and b.batch_no = p.batch_no
    where p.id = any(${[...ids]}::bigint[])`.execute(db)
  return rows
}

const notOpen = (stage: string): ReviewRefusal => ({
  code: 'M-018',
  message: `${stage}尚未启封，不能确定结果`,
})

function refusalOf(action: PilotAction, facts: Facts): ReviewRefusal | undefined {
  switch (action) {
    case 'PRIMARY_PASS':
    case 'PRIMARY_FAIL':
      return facts.is_primary_open ? undefined : notOpen('初评')
    case 'EXCELLENT_PASS':
    case 'EXCELLENT_FAIL':
      if (!facts.is_excellence_open) return notOpen('优选')
      return facts.is_selected === null || facts.is_selected === (action === 'EXCELLENT_PASS')
        ? undefined
        : { code: 'E-023', message: '与名次不符，请先写明调整理由' }
    case 'ANNOUNCE':
      if (facts.publicity_end === null) return { code: 'M-017', message: '尚未公示，不能公布' }
      if (!facts.is_publicity_over)
        return { code: 'M-017', message: `公示至 ${facts.publicity_end.slice(0, 16)}，期满后方可公布` }
      return facts.open_objections > 0
        ? { code: 'M-017', message: `尚有 ${facts.open_objections} 件异议未答复，不能公布` }
        : undefined
    default:
      return undefined
  }
}

/**
 * The steps that the expert review does not allow, by project: deciding before the scores are opened, announcing before
 * the publicity is over and all objections are answered.
 */
export async function reviewConditions(
  db: Db,
  { action, ids }: { action: PilotAction; ids: readonly number[] },
  now: Date,
): Promise<Map<number, ReviewRefusal>> {
  const facts = ids.length > 0 ? await factsOf(db, ids, now) : []
  return new Map(
    facts.flatMap((each) => {
      const refusal = refusalOf(action, each)
      return refusal ? [[each.id, refusal] as const] : []
    }),
  )
}
