import { deptKinds } from '@xinchu/contract/rights'
import { labelIn } from '../../dict/label.ts'
import type { AnyMessage } from '../../messages/tell.ts'
import type { ObjectionRow } from './rows.ts'
import type { ObjectionTaken } from './steps.ts'

/** The offices that deal with all objections. */
const OPERATORS = { kinds: [deptKinds.platform, deptKinds.nation] }

const named = ({ id, project_name: project }: ObjectionRow) => ({ id, project })

/** Tells the platform and the nation of a registered objection. */
export const receivedMessage = (row: ObjectionRow): AnyMessage => ({
  code: 'objection.received',
  to: OPERATORS,
  values: { ...named(row), due: row.due_at ?? '' },
})

/** The messages of a step, for the offices that it concerns. */
export function toldOf({ request, item, record: { row } }: ObjectionTaken): AnyMessage[] {
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
      return [{ code: 'objection.verified', to: OPERATORS, values }]
    case 'RETURN':
      return [{ code: 'objection.returned', to: recommender, values: { ...values, opinion: item.text } }]
    default:
      return answered(row, item)
  }
}

/** An objection that was declined before it was forwarded concerns neither applicant nor recommender. */
function answered(row: ObjectionRow, { conclusion, text }: ObjectionTaken['item']): AnyMessage[] {
  const isKnown = row.forward_text !== null
  const label = labelIn('objection_conclusion', conclusion ?? 'DECLINED')
  const values = { ...named(row), projectId: row.project_id, conclusion: label, answer: text }
  return [
    ...(isKnown
      ? [{ code: 'objection.answered' as const, to: { offices: [row.org_id, row.recommend_org_id] }, values }]
      : []),
    { code: 'objection.answered', to: { kinds: [deptKinds.platform] }, values },
  ]
}
