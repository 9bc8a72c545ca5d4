import { DemoStatus } from '@xinchu/contract/codes'
import type { DemoProjectRow } from '@xinchu/sdk'

const RETURNED: readonly string[] = [DemoStatus.returnedByRecommender, DemoStatus.returnedByNation]
const BEFORE: readonly string[] = [DemoStatus.draft, DemoStatus.atRecommender, ...RETURNED]

/** The queues of a recommender. */
export const PILLS = [
  { title: '待审核', has: ({ status }: DemoProjectRow) => status === DemoStatus.atRecommender },
  { title: '已退回', has: ({ status }: DemoProjectRow) => RETURNED.includes(status) },
  { title: '已推荐', has: ({ status }: DemoProjectRow) => !BEFORE.includes(status) },
  { title: '全部', has: () => true },
] as const
