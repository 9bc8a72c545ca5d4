import type { components, operations } from '@xinchu/contract/schema'
import { AT_PRESENT, fileLine, totalWords } from '@xinchu/validators'
import type { Db } from '../../db/database.ts'
import { conflict } from '../../errors.ts'
import { dateTime } from '../../runtime/time.ts'
import { type SheetColumn, textColumn, workbookStream } from '../../workbook/index.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { reviewResults } from './results.ts'

type Schemas = components['schemas']
type Query = operations['exportReviewResults']['parameters']['query']

/** Name of the workbook of a stage. */
export const resultsName = ({ batchYear, batchNo, stage }: Query): string =>
  `${labelIn('review_stage', stage)}结果-${batchYear}年第${batchNo}批`

const number = (header: string): SheetColumn => ({ header, kind: 'number', width: 16 })

function columnsOf(numbers: readonly number[], isRanked: boolean): SheetColumn[] {
  return [
    textColumn('专家组', 16),
    ...(isRanked ? [number('名次')] : []),
    textColumn('项目编号', 18),
    textColumn('示范项目名称', 40),
    textColumn('申报单位', 30),
    ...numbers.map((no) => number(`专家${no}评分（分）`)),
    number('去极值均分（分）'),
    number('最高与最低之差（分）'),
    number('安全性均分（分）'),
    ...(isRanked ? [number('推荐数'), textColumn('名次理由', 40)] : []),
    textColumn('评审结论', 24),
    textColumn('结果', 16),
    ...(isRanked ? [textColumn('调整理由', 40)] : []),
    textColumn('反馈意见', 60),
  ]
}

function cellsOf(group: string, row: Schemas['ResultRow'], numbers: readonly number[], isRanked: boolean) {
  const scoreOf = (no: number) => row.scores.find(({ expertNo }) => expertNo === no)?.total
  return [
    group,
    ...(isRanked ? [row.rank] : []),
    row.demoCode,
    row.projectName,
    row.companyName,
    ...numbers.map(scoreOf),
    row.trimmedAvg,
    row.spread,
    row.safety,
    ...(isRanked ? [row.recommendCount, row.reasons.join('；')] : []),
    row.conclusionText,
    row.outcomeLabel,
    ...(isRanked ? [row.adjustedReason] : []),
    row.feedback,
  ]
}

/** Writes the opened results of a stage as a workbook. @throws HttpError 409 before the opening */
export async function exportResults(db: Db, query: Query, user: Caller, now: Date) {
  const { opened, groups = [] } = await reviewResults(db, query, user, now)
  if (!opened) throw conflict('E-022', '封存中，启封后可见')
  const isRanked = query.stage === 'EXCELLENT'
  const found = groups.flatMap(({ experts }) => experts.map(({ expertNo }) => expertNo))
  const numbers = [...new Set(found)].sort((a, b) => a - b)
  const rows = groups.flatMap((group) =>
    group.rows.map((row) => cellsOf(group.groupName, row, numbers, isRanked)),
  )
  const name = resultsName(query)
  return workbookStream({
    name,
    lead: [
      fileLine({
        period: AT_PRESENT,
        total: totalWords(rows.length, '项'),
        source: name,
        moment: dateTime(now),
      }),
    ],
    columns: columnsOf(numbers, isRanked),
    rows,
  })
}
