import { fields } from '@xinchu/contract/fields'
import { countWords, DEPARTURE_WORDS, type FieldSpec, issue } from '@xinchu/validators'
import type { CrossCheck } from '../../../ui/form/issues.ts'
import { textAt } from '../../../ui/form/values.ts'

/** A project that leaves its batch. */
export interface Departing {
  id: number
  version: number
  demoCode: string
  projectName: string
  action: 'CANCEL' | 'QUIT'
  /** Whether the publicity of its batch has begun. */
  isPublic: boolean
}

export const WORDS = {
  CANCEL: {
    name: '取消资格',
    ...{ caption: '取消原因', button: '确认取消资格', done: '已取消拟入选资格' },
    note: '该项目不再公布；公示页保留并注明已取消。',
  },
  QUIT: {
    name: '退出示范',
    ...{ caption: '退出原因', button: '确认退出示范', done: '已退出试点示范' },
    note: '该项目不再报送进展；公布名单保留并注明已退出。',
  },
} as const

/** What follows from a departure, and whom its reason reaches. Before the publicity nobody outside may know of it. */
export const followsFrom = ({ action, isPublic }: Pick<Departing, 'action' | 'isPublic'>) =>
  action === 'CANCEL' && !isPublic
    ? { note: '该项目不再公示，不能撤销。', hint: '公示开始后，申报单位与推荐单位在办理记录中看到' }
    : { note: WORDS[action].note, hint: '告知申报单位与推荐单位' }

/** The opinion of the request as the reason of a departure. */
export const reasonsOf = (action: Departing['action']): FieldSpec[] =>
  fields.DemoFlowRequest.flatMap((spec) =>
    spec.name === 'opinion'
      ? [{ ...spec, name: 'reason', caption: WORDS[action].caption, required: 'submit' as const }]
      : [],
  )

export const checkReason: CrossCheck = (_draft, _stage, values) => {
  const left = DEPARTURE_WORDS - countWords(textAt(values, 'reason'))
  return left > 0 ? [issue('reason', `还需 ${left} 字`, 'error', 'M-015')] : []
}

export const titleOf = ({ action, projectName }: Departing): string =>
  action === 'CANCEL' ? `取消“${projectName}”的拟入选资格` : `“${projectName}”退出试点示范`
