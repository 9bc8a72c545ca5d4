import { useQuery } from '@tanstack/react-query'
import type { ReviewTaskPage } from '@xinchu/sdk'
import type { ReactNode } from 'react'
import { GrantedAction } from '../../app/granted-action.tsx'
import { waitedDays } from '../../lib/due.ts'
import { figure } from '../../lib/figures.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { Nothing } from './nothing.tsx'
import { officeQueries } from './office-queries.ts'
import { DESK } from './work-card.tsx'

type Kind = ReviewTaskPage['kinds'][number]
type Other = ReviewTaskPage['others'][number]

const AGES = [
  { key: 'days3', label: '3 天内', look: 'bg-brand' },
  { key: 'days7', label: '4 至 7 天', look: 'bg-warning' },
  // Red is reserved for overdue records.
  { key: 'longer', label: '更久', look: 'bg-ink-faint' },
] as const

/** Waiting times of records: a bar, and the same numbers as text. */
function Ages({ ages }: { ages: NonNullable<Kind['ages']> }) {
  const total = AGES.reduce((sum, { key }) => sum + ages[key], 0)
  const words = AGES.flatMap(({ key, label }) => (ages[key] > 0 ? [`${label} ${ages[key]}`] : []))
  if (total === 0) return '—'
  return (
    <span className="grid gap-1">
      <span aria-hidden="true" className="flex h-1.5 gap-px overflow-hidden rounded-full bg-sunken">
        {AGES.map(({ key, look }) => (
          <span key={key} className={look} style={{ width: `${(ages[key] / total) * 100}%` }} />
        ))}
      </span>
      <span className="text-ink-soft text-xs leading-4">{words.join('，')}</span>
    </span>
  )
}

interface WaitRowProps {
  label: string
  /** What has waited longest. */
  note?: string | undefined
  count: number
  oldestDays?: number | undefined
  /** Undefined for what has no deadline. */
  overdue?: number | undefined
  ages?: Kind['ages'] | undefined
  action: ReactNode
}

function WaitRow({ label, note, count, oldestDays, overdue, ages, action }: WaitRowProps) {
  return (
    <tr className="border-line border-t">
      <th scope="row" className="py-2.5 pr-3 pl-4 text-left font-normal">
        {label}
        {note && <span className="line-clamp-2 text-ink-soft text-xs leading-4">{note}</span>}
      </th>
      <td className="px-3 text-right">{figure(count)}</td>
      <td className="whitespace-nowrap px-3 text-right">
        {oldestDays === undefined ? '—' : waitedDays(oldestDays)}
      </td>
      <td className={`px-3 text-right ${overdue ? 'font-medium text-danger' : 'text-ink-soft'}`}>
        {figure(overdue)}
      </td>
      <td className="w-2/5 px-3 max-sm:hidden">{ages && <Ages ages={ages} />}</td>
      <td className="py-1.5 pr-4 text-right">{action}</td>
    </tr>
  )
}

const ACTION = `${buttonClass('plain')} h-7 whitespace-nowrap`

const KindRow = ({ kind: { entity, overdue = 0, ...kind } }: { kind: Kind }) => (
  <WaitRow
    {...kind}
    overdue={overdue}
    action={
      kind.count > 0 && (
        <GrantedAction to={DESK} search={{ kind: entity.toLowerCase() }} className={ACTION}>
          去审核<span className="sr-only">{kind.label}</span>
        </GrantedAction>
      )
    }
  />
)

const OtherRow = ({ task: { title, orgName, link, ...task } }: { task: Other }) => (
  <WaitRow
    {...task}
    note={orgName === undefined || title.includes(orgName) ? title : `${title}（${orgName}）`}
    action={
      link && (
        <GrantedAction to={link} className={ACTION}>
          去办理<span className="sr-only">{task.label}</span>
        </GrantedAction>
      )
    }
  />
)

const HEADS = ['件数', '最久', '超期'] as const

/** What waits for the office, by kind, with its ages. */
export function WaitingTable() {
  const { data, error, refetch } = useQuery(officeQueries.waiting())
  const isEmpty = data?.waiting === 0
  return (
    <section className="card min-w-0 overflow-hidden" aria-labelledby="waiting-title">
      <header className="flex items-center gap-3 px-4 py-2.5">
        <h2 id="waiting-title" className="mr-auto font-medium">
          待办
        </h2>
        {data?.kinds.some(({ count }) => count > 0) && (
          <GrantedAction to="/esproject/desk/index" className={buttonClass('primary')}>
            从最久的开始办
          </GrantedAction>
        )}
      </header>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={3} />}
      {isEmpty && (
        <div className="px-4 pb-2">
          <Nothing>没有待办</Nothing>
        </div>
      )}
      {data && !isEmpty && (
        <table className="w-full text-s">
          <thead className="bg-sunken text-ink-soft text-xs">
            <tr>
              <th scope="col" className="py-1.5 pr-3 pl-4 text-left font-normal">
                类别
              </th>
              {HEADS.map((head) => (
                <th key={head} scope="col" className="whitespace-nowrap px-3 text-right font-normal">
                  {head}
                </th>
              ))}
              <th scope="col" className="px-3 text-left font-normal max-sm:hidden">
                等待
              </th>
              <th scope="col">
                <span className="sr-only">操作</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.kinds.map((kind) => (
              <KindRow key={kind.entity} kind={kind} />
            ))}
            {data.others.map((task) => (
              <OtherRow key={task.source} task={task} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
