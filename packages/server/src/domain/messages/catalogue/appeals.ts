import { MessageType } from '@xinchu/contract/codes'
import { entry } from './entry.ts'

const ofAppeal = <Values>(title: (values: Values) => string, text: (values: Values) => string) =>
  entry<Values>({
    title,
    text: (values) => [text(values)],
    type: MessageType.reminder,
    target: () => ({ kind: 'APPEAL', purpose: 'list', search: { tab: 'appeals' } }),
  })

interface Pair {
  one: string
  two: string
}

const ENDS = {
  DISTINCT: '判定为不是同一项目',
  SAME: '判定为同一项目',
  WITHDRAWN: '判定申请已撤回',
  CLOSED: '号码已更正，判定申请已结束',
} as const

const toDecide = ({ one, two }: Pair) => `待判定：“${one}”与“${two}”是否为同一项目`

/** Whether two projects are one. */
export const appeals = {
  'appeal.opened.other': ofAppeal<{ name: string; number: string }>(
    ({ name }) => `另一单位就“${name}”申请判定`,
    ({ name, number }) => `另一单位申请判定贵单位项目“${name}”的${number}是否有误，请核对。`,
  ),
  'appeal.opened': ofAppeal<Pair & { number: string }>(
    toDecide,
    ({ number }) => `两个项目的${number}相同，填报单位申请判定是否为同一项目，请办理。`,
  ),
  'appeal.due': ofAppeal<Pair & { days: number }>(
    toDecide,
    ({ days }) => `判定申请已等待 ${days} 天，请尽快办理。`,
  ),
  'appeal.ended': ofAppeal<Pair & { end: keyof typeof ENDS; opinion: string | null }>(
    ({ one, two, end }) => `“${one}”与“${two}”：${ENDS[end]}`,
    ({ end, opinion }) => (opinion === null ? `${ENDS[end]}。` : `${ENDS[end]}。判定意见：${opinion}`),
  ),
}
