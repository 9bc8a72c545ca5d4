import { MessageType } from '@xinchu/contract/codes'
import { entry } from './entry.ts'

/** Differences that a message names. */
const MOST = 20

/** Messages about published figures. */
export const official = {
  'official.differs': entry<{ problems: readonly string[] }>({
    title: ({ problems }) => `已公布的数与封存不符：${problems.length} 处`,
    text: ({ problems }) => [
      '每日核验发现，以下已公布的数据与公布时的封存不符，请立即核查，此前请勿引用：',
      problems.slice(0, MOST),
    ],
    type: MessageType.system,
    target: () => ({ kind: 'OFFICIAL', purpose: 'read' }),
  }),
}
