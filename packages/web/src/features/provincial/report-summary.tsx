import type { ReactNode } from 'react'
import { DictText } from '../../ui/dict-text.tsx'
import { FigureStrip } from '../../ui/figure-strip.tsx'
import type { ReportSummary } from './queries.ts'
import { captionOf } from './report-model.ts'

interface PartsProps {
  title: string
  parts: readonly { key: string; name: ReactNode; of: number; count: number }[]
}

/** Counts of a whole's parts in one line. */
function Parts({ title, parts }: PartsProps) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1 text-s">
      <h2 className="w-16 text-ink-faint">{title}</h2>
      <dl className="flex min-w-0 flex-1 flex-wrap gap-x-5 gap-y-1">
        {parts.map(({ key, name, of, count }) => (
          <div key={key} className="flex gap-1.5 whitespace-nowrap">
            <dt className="text-ink-soft">{name}</dt>
            <dd className={`tabular-nums ${count < of ? 'text-warning' : ''}`}>
              {count}/{of}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Shows how many provinces have reported, by region and by chapter. */
export function ReportSummaryCard({ summary }: { summary: ReportSummary | undefined }) {
  const handed = summary && summary.reported + summary.returned
  return (
    <section aria-label="报送情况" className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <FigureStrip
        figures={[
          { caption: '应报', value: summary?.due, unit: '个' },
          { caption: '已报', value: summary?.reported, unit: '个' },
          { caption: '退回未重报', value: summary?.returned, unit: '个' },
          { caption: '填报中', value: summary?.draft, unit: '个' },
          { caption: '未填报', value: summary?.missing, unit: '个' },
        ]}
      />
      {summary && (
        <div className="card grid gap-2 px-4 py-3">
          <Parts
            title="各区域"
            parts={summary.groups.map(({ regionGroup, due, reported }) => ({
              key: regionGroup,
              name: <DictText dict="region_group" value={regionGroup} />,
              of: due,
              count: reported,
            }))}
          />
          {handed ? (
            <Parts
              title="各章节"
              parts={summary.chapters.map(({ field, filled }) => ({
                key: field,
                name: captionOf(field),
                of: handed,
                count: filled,
              }))}
            />
          ) : null}
        </div>
      )}
    </section>
  )
}
