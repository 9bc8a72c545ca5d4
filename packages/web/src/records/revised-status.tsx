import { useQuery } from '@tanstack/react-query'
import type { StatPeriod, StatRestatement } from '@xinchu/sdk'
import { grouped, quarterName } from '@xinchu/validators'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Empty, Failed, Loading } from '../ui/states.tsx'
import { restatementsOf } from './restatements.ts'

type Period = Pick<StatPeriod, 'year' | 'quarter'>
type Row = StatRestatement['rows'][number]

// A restatement can be smaller than the unit of a page.
const exact = (value: number | undefined) => (value === undefined ? '—' : grouped(value, 4))

const FIGURES = [
  ['项目数', '个', 'projectsBefore', 'projectsAfter'],
  ['功率', 'MW', 'powerBefore', 'powerAfter'],
  ['能量', 'MWh', 'energyBefore', 'energyAfter'],
  ['应报', '个', 'dueBefore', 'dueAfter'],
  ['已报', '个', 'reportedBefore', 'reportedAfter'],
  ['利用小时', 'h', 'hoursBefore', 'hoursAfter'],
] as const satisfies readonly (readonly [string, string, keyof Row, keyof Row])[]

function Amounts({ rows }: { rows: readonly Row[] }) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full whitespace-nowrap text-s">
        <thead className="text-left text-ink-faint text-xs">
          <tr>
            <th scope="col" className="py-1.5 pr-3 font-medium">
              地区
            </th>
            {FIGURES.map(([caption, unit]) => (
              <th key={caption} scope="col" className="px-2 py-1.5 text-right font-medium">
                {caption}（{unit}）
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className="border-line border-t">
              <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                {row.label}
              </th>
              {FIGURES.map(([caption, , before, after]) => (
                <td key={caption} className="px-2 py-1.5 text-right">
                  {row[before] === row[after] ? (
                    <>{exact(row[after])}（未变）</>
                  ) : (
                    <>
                      <span className="text-ink-faint">{exact(row[before])}</span> →{' '}
                      <strong className="font-semibold">{exact(row[after])}</strong>
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Entry({ entry }: { entry: StatRestatement }) {
  const { batch, restatedAt, reason, orgName, realName, rows } = entry
  return (
    <section className="grid gap-2 border-line not-first:border-t py-3 first:pt-0">
      <p className="text-ink-soft text-s">
        {restatedAt.slice(0, 16)}　批次 {batch}　{[orgName, realName].filter(Boolean).join(' ')}
      </p>
      <p>原因：{reason || '未填写'}</p>
      {rows.length > 0 ? (
        <Amounts rows={rows} />
      ) : (
        <p className="text-ink-faint text-s">您的数据范围内，在运项目数、功率和能量的合计未变。</p>
      )}
    </section>
  )
}

function Entries({ period }: { period: Period }) {
  const { data, error, refetch } = useQuery(restatementsOf(period))
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={3} />
  if (data.length === 0) return <Empty>此前的修订没有留存原值</Empty>
  return data.map((entry) => <Entry key={entry.batch} entry={entry} />)
}

/** The word 修订, which opens the old and the new figures with their reason. */
export function RevisedStatus({ period, text }: { period: Period; text: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        title="查看原值、新值与原因"
        className="inline-block rounded border border-warning bg-surface px-1.5 text-warning leading-5 underline decoration-dotted underline-offset-2"
        onClick={() => setOpen(true)}
      >
        {text}
      </button>
      {isOpen && (
        <Dialog
          open
          size="wide"
          onClose={() => setOpen(false)}
          title={`${quarterName(period)}修订记录`}
          footer={<Button onClick={() => setOpen(false)}>关闭</Button>}
        >
          <Entries period={period} />
        </Dialog>
      )}
    </>
  )
}
