import type { Pipeline } from '@xinchu/sdk'
import { quantity, spanNames } from '@xinchu/validators'
import { fewDays, overdueTable, spanTable } from './model.ts'
import { TableCard } from './table-card.tsx'

type Spans = NonNullable<Pipeline['spans']>
type Delay = NonNullable<Pipeline['delay']>
type Overdue = NonNullable<Pipeline['overdue']>

/** Days of the projects that came to a step in the period, by the step. */
export function SpanCard({ spans }: { spans: Spans }) {
  const few = spans.filter(({ values }) => values.length > 0)
  return (
    <TableCard table={spanTable(spans)} lead="本期完成后一环节的项目，天数的四分位；不足 5 个的列出各项目">
      {few.length > 0 && (
        <ul className="mt-2 text-ink-soft text-s">
          {few.map((each) => (
            <li key={each.span}>
              {spanNames[each.span]}：{fewDays(each)}
            </li>
          ))}
        </ul>
      )}
    </TableCard>
  )
}

/** Days by which the connections of a period were later than planned first. */
function delayWords(delay: Delay): string {
  const { projectCount, onTime, p25, median, p75 } = delay
  if (projectCount === 0) return '本期没有项目并网。'
  const times =
    median === undefined
      ? fewDays(delay)
      : `P25 ${quantity(p25, '天')} 天，中位数 ${quantity(median, '天')} 天，P75 ${quantity(p75, '天')} 天`
  return `本期并网 ${projectCount} 个，其中按期或提前 ${onTime} 个；较首次计划并网日期（提前为负）：${times}。`
}

/** Projects that are not connected although their first plan has passed, and the delays of those that are. */
export function DelayCard({ delay, overdue }: { delay: Delay; overdue: Overdue }) {
  const words = delayWords(delay)
  return (
    <TableCard table={overdueTable(overdue, words)} lead="首次计划并网日期已过而尚未并网的项目，按逾期天数">
      <p className="mt-2 text-ink-soft text-s">{words}</p>
    </TableCard>
  )
}
