import { MessageType } from '@xinchu/contract/codes'
import { quarterName } from '@xinchu/validators'
import { entry } from './entry.ts'

/** Differences that a message names. */
const MOST = 20

/** A published period. */
interface Named {
  year: number
  quarter: number
}

/** A period that was to be stored, by its name. */
interface Stored {
  period: string
}

/** The page that has the official figures of a period. */
const pageOf = ({ year, quarter }: Named) =>
  ({
    kind: 'SCALE',
    purpose: 'read',
    search: { quarter: `${year}Q${quarter}`, source: 'warehouse' },
  }) as const

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
  'warehouse.stored': entry<
    Stored & { added: number; changed: number; removed: number; revised: readonly string[] }
  >({
    title: ({ period }) => `${period}已入库`,
    text: ({ added, changed, removed, revised: [latest = '', ...others] }) => [
      `新增 ${added}，变更 ${changed}，移出 ${removed}。`,
      ...(latest === ''
        ? []
        : [`修订已公布的数：${latest}${others.length > 0 ? `等 ${others.length + 1} 期` : ''}。`]),
    ],
    type: MessageType.system,
    target: () => ({ kind: 'OFFICIAL', purpose: 'read' }),
  }),
  'warehouse.failed': entry<Stored & { message: string }>({
    title: ({ period }) => `${period}入库未完成，什么也没有写入`,
    text: ({ message }) => [message],
    type: MessageType.system,
    target: () => ({ kind: 'OFFICIAL', purpose: 'read' }),
  }),
  'period.published': entry<Named & { batch: string; earlier: number }>({
    title: (values) => `${quarterName(values)}的统计数据已正式公布`,
    text: ({ batch, earlier }) => [
      `批次 ${batch} 起为正式数据，此后只以修订改变，修订须说明原因。`,
      ...(earlier > 0 ? [`同时公布此前的 ${earlier} 期。`] : []),
      '季度通报可在规模布局统计页下载，PDF 凭核验码核验。',
    ],
    type: MessageType.notice,
    target: pageOf,
  }),
  'period.revised': entry<Named & { periods: readonly string[]; texts: readonly string[] }>({
    title: ({ periods: [latest = '', ...others] }) =>
      `已公布的统计数据有修订：${latest}${others.length > 0 ? `等 ${others.length + 1} 期` : ''}`,
    text: ({ texts }) => [
      '以下各期的现行数据已改变，请引用现行批次；原来的批次仍可按批次查询：',
      texts,
      '此前签发的季度通报核验时显示已修订。',
    ],
    type: MessageType.notice,
    target: pageOf,
  }),
}
