import type { operations } from '@xinchu/contract/schema'
import { AT_PRESENT, fileLine, totalWords } from '@xinchu/validators'
import type { Db } from '../../db/database.ts'
import { dateTime } from '../../runtime/time.ts'
import { type SheetColumn, textColumn, workbookStream } from '../../workbook/index.ts'
import { loadLabels } from '../dict/labels.ts'
import { pageExperts } from './experts.ts'

type Filter = NonNullable<operations['exportExperts']['parameters']['query']>

/** Longest list that is written. */
const MOST = 9_999
export const EXPERTS_NAME = '专家库'

const number = (header: string): SheetColumn => ({ header, kind: 'number', width: 12 })

const COLUMNS: readonly SheetColumn[] = [
  textColumn('专家姓名', 14),
  textColumn('职称', 20),
  textColumn('工作单位', 36),
  textColumn('所属集团', 24),
  textColumn('专业方向', 30),
  textColumn('是否可参加', 14),
  { header: '可参加起始日期', kind: 'date', width: 16 },
  { header: '可参加截止日期', kind: 'date', width: 16 },
  number('在评任务'),
  number('已分配'),
  number('按时提交'),
  number('逾期'),
  number('回避'),
]

/** Writes the expert pool as a workbook: no telephone numbers, nothing about scores. */
export async function exportExperts(db: Db, filter: Filter, now: Date) {
  const { content } = await pageExperts(db, { ...filter, page: 0, size: MOST }, now)
  const specialties = (await loadLabels(db)).get('expert_specialty')
  return workbookStream({
    name: EXPERTS_NAME,
    lead: [
      fileLine({
        period: AT_PRESENT,
        total: totalWords(content.length, '位'),
        source: EXPERTS_NAME,
        moment: dateTime(now),
      }),
    ],
    columns: COLUMNS,
    rows: content.map((expert) => [
      expert.realName,
      expert.title,
      expert.workUnit,
      expert.ownerGroupName,
      (expert.specialty ?? []).map((value) => specialties?.get(value) ?? value).join('、'),
      expert.available ? '可参加' : '暂不参加',
      expert.availableFrom,
      expert.availableTo,
      expert.open,
      expert.history.assigned,
      expert.history.inTime,
      expert.history.late,
      expert.history.recused,
    ]),
  })
}
