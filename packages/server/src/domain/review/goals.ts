import type { components } from '@xinchu/contract/schema'
import type { Caller } from '../caller.ts'
import type { DemoRecord } from '../demo-project/query.ts'
import { allowedActions, type DemoAction, needsOpinion, partyOf } from '../demo-project/states.ts'
import type { OfficeNames } from '../flow/offices.ts'
import { reply } from '../reply.ts'

type Goal = components['schemas']['ReviewGoal']

/** Describes the result of each action that the caller may take on a demonstration project. */
export function demoGoals(row: DemoRecord, user: Caller, offices: OfficeNames): Goal[] {
  const author = offices.get('author') ?? '申报单位'
  const recommender = row.recommend_org_name ?? '推荐单位'
  const nation = offices.get('nation') ?? '国家能源主管部门'
  const words: Partial<Record<DemoAction, Pick<Goal, 'text' | 'note'>>> = {
    SUBMIT: { text: `提交至 ${recommender}` },
    PASS: { text: `推荐后送 ${nation} 形审`, note: '国家未签收前可撤回' },
    ACCEPT: { text: '通过后进入专家评审' },
    RETURN:
      partyOf(user, row) === 'RECOMMENDER'
        ? { text: `退回后回到 ${author}` }
        : { text: `退回后回到 ${author}`, note: '单位补正后先送推荐单位，再回到本列表' },
    WITHDRAW: { text: '撤回后可修改并重新办理' },
  }
  return allowedActions(user, row).flatMap((action) => {
    const own = words[action]
    return own ? [reply<Goal>({ action, needsOpinion: needsOpinion(action), ...own })] : []
  })
}
