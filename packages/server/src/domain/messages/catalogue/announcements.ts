import { MessageType } from '@xinchu/contract/codes'
import { entry } from './entry.ts'

/** A batch that the nation has announced. */
interface Announced {
  batchYear: number
  batchNo: number
  /** Number of its document. */
  no: string
  /** yyyy-MM-dd */
  date: string
}

const batchName = ({ batchYear, batchNo }: Announced) => `${batchYear}年第${batchNo}批`
const LIST = '公布名单可在“试点示范项目公示”页下载，凭核验码核验。'

const news = { type: MessageType.notice, isOfReview: true } as const

/** What is said of a project that leaves its batch, by the nation's action. */
const LEFT = { CANCEL: '取消拟入选资格', QUIT: '退出试点示范' } as const

/** The end of a batch, and what leaves it. These are public facts: no score, no rank, no person. */
export const announcements = {
  'pilot.announced': entry<Announced & { id: number; project: string; year: number; quarter: number }>({
    ...news,
    title: (values) => `“${values.project}”列入${batchName(values)}试点示范`,
    text: ({ no, date, year, quarter }) => [
      `${no}，${date}公布。自 ${year} 年第 ${quarter} 季度起按季报送进展。`,
      LIST,
    ],
    target: ({ id }) => ({ kind: 'DEMO', purpose: 'read', id }),
  }),
  'pilot.left': entry<{ id: number; project: string; action: keyof typeof LEFT; reason: string }>({
    ...news,
    title: ({ project, action }) => `“${project}”已${LEFT[action]}`,
    text: ({ reason }) => [`原因：${reason}`],
    target: ({ id }) => ({ kind: 'DEMO', purpose: 'read', id }),
  }),
  'batch.announced': entry<Announced & { projects: number; own?: number | undefined }>({
    ...news,
    title: (values) => {
      const own = values.own === undefined ? '' : `，本单位推荐 ${values.own} 项`
      return `${batchName(values)}已公布 ${values.projects} 项${own}`
    },
    text: ({ no, date }) => [`${no}，${date}公布。`, LIST],
    target: ({ batchYear, batchNo }) => ({
      kind: 'BATCH',
      purpose: 'read',
      search: { batch: `${batchYear}-${batchNo}` },
    }),
  }),
  'batch.announced.expert': entry<Announced & { projects: number }>({
    ...news,
    title: (values) => `${batchName(values)}试点示范已公布 ${values.projects} 项，感谢参加评审`,
    text: ({ no, date }) => [`${no}，${date}公布。`, LIST],
  }),
}
