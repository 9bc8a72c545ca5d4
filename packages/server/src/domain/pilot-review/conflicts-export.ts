import { AT_PRESENT, CONFLICT_STATES, fileLine, totalWords } from '@xinchu/validators'
import type { Db } from '../../db/database.ts'
import { dateTime } from '../../runtime/time.ts'
import { type SheetColumn, textColumn, workbookStream } from '../../workbook/index.ts'
import { groupConflicts } from './conflict-view.ts'
import type { Group } from './groups.ts'

export const CONFLICTS_NAME = '利益冲突'

const COLUMNS: readonly SheetColumn[] = [
  textColumn('专家姓名', 14),
  textColumn('工作单位', 36),
  textColumn('项目编号', 18),
  textColumn('示范项目名称', 40),
  textColumn('规则', 8),
  textColumn('依据', 36),
  textColumn('专家一侧', 30),
  textColumn('项目一侧', 30),
  { header: '规则版次', kind: 'number', width: 14 },
  { header: '计算时间', kind: 'datetime', width: 20 },
  textColumn('处理', 10),
  textColumn('判定理由', 40),
  textColumn('判定人', 14),
  { header: '判定时间', kind: 'datetime', width: 20 },
]

/** Writes the stored conflicts of a group as a workbook, a row for each reason. Contacts are masked, as on the screen. */
export async function exportConflicts(db: Db, group: Group, now: Date) {
  const { content, computedAt, stale } = await groupConflicts(db, group)
  const rows = content.flatMap((pair) =>
    pair.hits.map((hit) => [
      pair.realName,
      pair.workUnit,
      pair.demoCode,
      pair.projectName,
      hit.code,
      hit.wording,
      hit.expertValue,
      hit.projectValue,
      hit.policyNo,
      hit.computedAt,
      CONFLICT_STATES[pair.state],
      pair.decisionReason,
      pair.decidedBy,
      pair.decidedAt,
    ]),
  )
  return workbookStream({
    name: CONFLICTS_NAME,
    lead: [
      fileLine({
        period: computedAt ?? AT_PRESENT,
        status: computedAt === undefined ? '尚未计算' : stale ? '数据已变化，待重新计算' : undefined,
        total: totalWords(content.length, '对'),
        source: `${group.group_name}${CONFLICTS_NAME}`,
        moment: dateTime(now),
      }),
    ],
    columns: COLUMNS,
    rows,
  })
}
