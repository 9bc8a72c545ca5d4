import { callerCodes } from '@xinchu/contract/rights'
import { sql } from 'kysely'
import type { Trx } from '../../../db/database.ts'
import { labelIn } from '../../dict/label.ts'
import type { AnyMessage } from '../../messages/tell.ts'
import type { ObjectionRow } from './rows.ts'
import type { ObjectionTaken } from './steps.ts'

type Operator = 'PLT' | 'NAT'

/** The accounts that deal with all objections. The nation's offices of a region are of its kind, too. */
async function operators(trx: Trx, codes: readonly Operator[]): Promise<{ users: number[] }> {
  const is = codes.map((code) => {
    const { dept, role }: { dept: readonly number[]; role?: readonly number[] } = callerCodes[code]
    const ofDept = sql<boolean>`o.dept_id = any(${[...dept]}::integer[])`
    if (!role) return ofDept
    return sql<boolean>`(${ofDept} and exists (select 1 from user_role x join role r on r.id = x.role_id
      where x.user_id = u.id and r.enabled and coalesce(r.based_on, r.id) = any(${[...role]}::integer[])))`
  })
  const { rows } = await sql<{ id: number }>`
    select u.id from app_user u join org o on o.id = u.org_id where ${sql.join(is, sql` or `)} order by u.id`.execute(
    trx,
  )
  return { users: rows.map(({ id }) => id) }
}

const named = ({ id, project_name: project }: ObjectionRow) => ({ id, project })

/** Tells the platform and the nation of a registered objection. */
export const receivedMessage = async (trx: Trx, row: ObjectionRow): Promise<AnyMessage> => ({
  code: 'objection.received',
  to: await operators(trx, ['PLT', 'NAT']),
  values: { ...named(row), due: row.due_at ?? '' },
})

/** The messages of steps, for the offices that they concern. A call takes one step. */
export async function toldOf(trx: Trx, steps: readonly ObjectionTaken[]): Promise<AnyMessage[]> {
  const told: AnyMessage[] = []
  for (const step of steps) told.push(...(await toldOfOne(trx, step)))
  return told
}

async function toldOfOne(
  trx: Trx,
  { request, item, record: { row } }: ObjectionTaken,
): Promise<AnyMessage[]> {
  const recommender = { offices: [row.recommend_org_id] }
  const values = { ...named(row), due: item.dueAt ?? '' }
  switch (request.action) {
    case 'FORWARD':
      return [
        { code: 'objection.forwarded', to: recommender, values },
        {
          code: 'objection.told',
          to: { offices: [row.org_id] },
          values: {
            ...named(row),
            projectId: row.project_id,
            text: item.text,
            recommender: row.recommend_org_name ?? '推荐单位',
          },
        },
      ]
    case 'VERIFY':
      return [{ code: 'objection.verified', to: await operators(trx, ['PLT', 'NAT']), values }]
    case 'RETURN':
      return [{ code: 'objection.returned', to: recommender, values: { ...values, opinion: item.text } }]
    default:
      return answered(
        row,
        { ...item, ...(request.action === 'DECLINE' ? { conclusion: 'DECLINED' } : {}) },
        await operators(trx, ['PLT']),
      )
  }
}

/** An objection that was declined before it was forwarded concerns neither applicant nor recommender. */
function answered(
  row: ObjectionRow,
  { conclusion, text, cancelReason }: ObjectionTaken['item'],
  platform: { users: number[] },
): AnyMessage[] {
  const isKnown = row.forward_text !== null
  const label = labelIn('objection_conclusion', conclusion ?? 'DECLINED')
  const values = {
    ...named(row),
    projectId: row.project_id,
    conclusion: label,
    answer: text,
    cancelReason: conclusion === 'UPHELD' ? cancelReason : undefined,
  }
  return [
    ...(isKnown
      ? [{ code: 'objection.answered' as const, to: { offices: [row.org_id, row.recommend_org_id] }, values }]
      : []),
    { code: 'objection.answered', to: platform, values },
  ]
}
