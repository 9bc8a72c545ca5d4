import { countWords, DEPARTURE_REASON, type FieldSpec, issue } from '@xinchu/validators'
import type { CrossCheck } from '../../../ui/form/issues.ts'
import { textAt } from '../../../ui/form/values.ts'

/** A project that leaves its batch. */
export interface Departing {
  id: number
  version: number
  demoCode: string
  projectName: string
  action: 'CANCEL' | 'QUIT'
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

export const reasonSpec = (action: Departing['action']): FieldSpec => ({
  name: 'reason',
  caption: WORDS[action].caption,
  kind: 'string',
  maxLength: DEPARTURE_REASON.characters,
  required: 'submit',
})

export const checkReason: CrossCheck = (_draft, _stage, values) => {
  const left = DEPARTURE_REASON.words - countWords(textAt(values, 'reason'))
  return left > 0 ? [issue('reason', `还需 ${left} 字`, 'error', 'M-015')] : []
}

export const titleOf = ({ action, projectName }: Departing): string =>
  action === 'CANCEL' ? `取消“${projectName}”的拟入选资格` : `“${projectName}”退出试点示范`
