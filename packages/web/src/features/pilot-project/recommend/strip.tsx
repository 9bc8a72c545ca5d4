import type { DemoProjectRow, RecommendQuota } from '@xinchu/sdk'
import { waitedText } from '../../../lib/due.ts'
import { PILLS } from './pills.ts'

interface StripProps {
  rows: readonly DemoProjectRow[]
  quota: RecommendQuota | undefined
}

/** Places, waiting projects with the longest wait, and returned ones. Without a limit the places are hidden. */
export function Strip({ rows, quota }: StripProps) {
  const waiting = rows.filter(PILLS[0].has)
  const oldest = waiting.flatMap(({ waitingSince }) => waitingSince ?? []).sort()[0]
  const figures = [
    ...(quota?.quota === undefined
      ? []
      : [
          {
            caption: '推荐名额',
            value: `${quota.used} / ${quota.quota}`,
            note: `项，还可推荐 ${Math.max(0, quota.quota - quota.used)} 项`,
          },
        ]),
    {
      caption: '待我审核',
      value: String(waiting.length),
      note: oldest ? `项，最早 ${waitedText(oldest)}前` : '项',
    },
    { caption: '退回待修改', value: String(rows.filter(PILLS[1].has).length), note: '项' },
    {
      caption: '疑似重复',
      value: String(waiting.filter(({ repeats = [] }) => repeats.length > 0).length),
      note: '项，推荐须说明理由',
    },
    { caption: '已推荐', value: String(rows.filter(PILLS[2].has).length), note: '项' },
  ]
  return (
    <dl className="card grid grid-cols-[repeat(auto-fit,minmax(160px,1fr))] overflow-hidden">
      {figures.map(({ caption, value, note }) => (
        <div key={caption} className="-mr-px border-line border-r px-4 py-2.5">
          <dt className="text-ink-soft text-xs">{caption}</dt>
          <dd className="text-s">
            <span className="mr-1.5 font-semibold text-xl">{value}</span>
            <span className="text-ink-soft">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
