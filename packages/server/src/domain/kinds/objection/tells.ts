import type { Trx } from '../../../db/database.ts'
import { labelIn } from '../../dict/label.ts'
import { holdersOf } from '../../messages/holders.ts'
import type { AnyMessage } from '../../messages/tell.ts'
import type { ObjectionRow } from './rows.ts'
import type { ObjectionTaken } from './steps.ts'

const named = ({ id, project_name: project }: ObjectionRow) => ({ id, project })

/** Tells the platform and the nation of a registered objection. */
export const receivedMessage = async (trx: Trx, row: ObjectionRow): Promise<AnyMessage> => ({
  code: 'objection.received',
  to: await holdersOf(trx, ['PLT', 'NAT']),
  values: { ...named(row), due: row.due_at ?? '' },
})

/** Tells those who know of a withdrawn objection. @param isForwarded applicant and recommender were told of it */
export async function withdrawnMessages(
  trx: Trx,
  row: ObjectionRow,
  isForwarded: boolean,
): Promise<AnyMessage[]> {
  const values = { ...named(row), projectId: row.project_id }
  const offices = isForwarded ? [row.org_id, row.recommend_org_id] : []
  return [
    { code: 'objection.withdrawn', to: await holdersOf(trx, ['PLT', 'NAT']), values },
    { code: 'objection.withdrawn', to: { offices }, values },
  ]
}

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
      return [{ code: 'objection.verified', to: await holdersOf(trx, ['PLT', 'NAT']), values }]
    case 'RETURN':
      return [{ code: 'objection.returned', to: recommender, values: { ...values, opinion: item.text } }]
    default:
      return answered(
        row,
        { ...item, ...(request.action === 'DECLINE' ? { conclusion: 'DECLINED' } : {}) },
        await holdersOf(trx, ['PLT']),
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
