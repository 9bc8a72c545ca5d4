import { Link } from '@tanstack/react-router'
import type { RepeatPair, ReviewRecord } from '@xinchu/sdk'
import { type ReactNode, useState } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Input } from '../../ui/inputs.tsx'
import { signalsText } from '../../ui/record/repeat-pair.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { groupPairs, LEAST_REASON, type LeftOut, type Passing, placesOf } from './pass-model.ts'

interface BlockProps {
  icon: IconName
  tone?: string
  title: string
  count: string
  aside?: string | undefined
  children: ReactNode
}

function Block({ icon, tone = 'border-line', title, count, aside, children }: BlockProps) {
  return (
    <section className={`overflow-hidden rounded-lg border ${tone}`}>
      <h3 className="flex flex-wrap items-center gap-2 px-3.5 py-2 font-medium">
        <Icon name={icon} />
        {title}
        <span className="rounded bg-sunken px-1.5 font-normal text-ink-soft text-s">{count}</span>
        {aside && <span className="ml-auto font-normal text-ink-soft text-s">{aside}</span>}
      </h3>
      <div className="divide-y divide-line border-line border-t text-s">{children}</div>
    </section>
  )
}

const ProjectLink = ({ row: { id, projectName } }: { row: Passing }) => (
  <Link
    to="/esproject/detail/$id"
    params={{ id: String(id) }}
    target="_blank"
    className="min-w-0 break-words text-brand-ink hover:underline"
  >
    {projectName}
  </Link>
)

export function Clear({
  rows,
  goal,
}: {
  rows: readonly Passing[]
  goal: ReviewRecord['goals'][number] | undefined
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Block
      icon="check"
      tone="border-success-line"
      title="将通过"
      count={String(rows.length)}
      aside={goal?.text}
    >
      <div className="flex flex-wrap items-center gap-x-5 px-3.5 py-2">
        {placesOf(rows).map((place) => (
          <span key={place}>{place}</span>
        ))}
        {rows.length > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="ml-auto min-h-6 text-brand-ink hover:underline"
          >
            {isOpen ? '收起' : `看全部 ${rows.length} 件`}
          </button>
        )}
      </div>
      {isOpen && (
        <ul className="grid gap-1 px-3.5 py-2">
          {rows.map((row) => (
            <li key={row.id}>
              <ProjectLink row={row} />
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}

export interface Ticks {
  ticked: ReadonlySet<number>
  reasons: Readonly<Record<number, string>>
  onTick: (id: number, isTicked: boolean) => void
  onReason: (id: number, reason: string) => void
}

export const isEnough = (reason = '') => reason.trim().length >= LEAST_REASON

function PairHead({ pair, rows, no }: { pair: RepeatPair; rows: readonly Passing[]; no: number }) {
  const [first] = rows
  const other = pair.b.id === first?.id ? pair.a : pair.b
  return (
    <div className="flex flex-wrap items-center gap-x-3 bg-danger-soft px-3.5 py-2">
      <span className="font-medium">
        第 {no} 对　{pair.score} 分
      </span>
      <span className="mr-auto min-w-0 text-ink-soft">
        {signalsText(pair.signals)}；
        {rows.length > 1 ? '两件都在本批中' : `另一件“${other?.projectName ?? ''}”`}
      </span>
      {first && other && (
        <Link
          to="/esproject/repeat/contrast"
          search={{ a: first.id, b: other.id } as never} // the search of the contrast's route
          target="_blank"
          className={`${buttonClass('plain')} h-7`}
        >
          逐项对比
        </Link>
      )}
    </div>
  )
}

function SuspectedRow({ row, ticks }: { row: Passing; ticks: Ticks }) {
  const reason = ticks.reasons[row.id] ?? ''
  const isTicked = ticks.ticked.has(row.id)
  const passes = isTicked && isEnough(reason)
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_minmax(0,1.3fr)_5em] items-center gap-3 px-3.5 py-2 max-sm:grid-cols-[auto_minmax(0,1fr)]">
      <input
        type="checkbox"
        aria-label={`通过 ${row.projectName}`}
        checked={isTicked}
        onChange={(event) => ticks.onTick(row.id, event.target.checked)}
      />
      <ProjectLink row={row} />
      <Input
        aria-label={`${row.projectName} 的理由`}
        placeholder={`至少 ${LEAST_REASON} 个字；不写则留在待办`}
        maxLength={500}
        value={reason}
        aria-invalid={isTicked && !isEnough(reason)}
        onValue={(text) => ticks.onReason(row.id, text)}
        className="max-sm:col-span-2"
      />
      <span className={passes ? 'text-success' : 'text-ink-soft'}>{passes ? '将通过' : '留在待办'}</span>
    </div>
  )
}

export function Suspected({
  rows,
  pairs,
  ticks,
}: {
  rows: readonly Passing[]
  pairs: readonly RepeatPair[]
  ticks: Ticks
}) {
  if (rows.length === 0) return null
  return (
    <Block
      icon="copy"
      tone="border-danger-line"
      title="疑似重复，逐件写明理由才会通过"
      count={`${rows.length} 件`}
      aside="默认不通过"
    >
      {groupPairs(rows, pairs).map(({ pair, rows: group }, index) => (
        <div key={group.map(({ id }) => id).join()} className="divide-y divide-line">
          {pair && <PairHead pair={pair} rows={group} no={index + 1} />}
          {group.map((row) => (
            <SuspectedRow key={row.id} row={row} ticks={ticks} />
          ))}
        </div>
      ))}
    </Block>
  )
}

export function LeftOutRows({ left }: { left: readonly LeftOut[] }) {
  if (left.length === 0) return null
  return (
    <Block icon="close" title="不办理，留在待办" count={String(left.length)} aside="原因随结果列出">
      {left.map(({ row, reason, status, action }) => (
        <div key={row.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2">
          <span className="min-w-0 flex-1 basis-60">
            <ProjectLink row={row} />
          </span>
          {status && <StatusTag label={status} />}
          <span className="min-w-0 flex-1 basis-44">{reason}</span>
          <Link
            to="/esproject/desk/index"
            search={{ kind: 'project', id: String(row.id) }}
            className={`${buttonClass('plain')} h-7`}
          >
            {action}
          </Link>
        </div>
      ))}
    </Block>
  )
}

interface WarningsProps {
  rows: readonly Passing[]
  records: ReadonlyMap<number, ReviewRecord>
}

/** Warnings of projects that pass, with the reasons of their authors. */
export function Warnings({ rows, records }: WarningsProps) {
  const [isOpen, setOpen] = useState(false)
  const warned = rows.filter(
    ({ id, warningCount = 0 }) => (records.get(id)?.warnings.length ?? warningCount) > 0,
  )
  if (warned.length === 0) return null
  const all = warned.flatMap(({ id }) => records.get(id)?.warnings ?? [])
  const isExplained = all.every(({ reason }) => reason)
  return (
    <Block icon="alert" title={`有警告${isExplained ? '，企业均已说明' : ''}`} count={String(warned.length)}>
      <div className="flex flex-wrap items-center gap-x-3 px-3.5 py-2">
        这 {warned.length} 件已含在“将通过”里。
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="ml-auto min-h-6 text-brand-ink hover:underline"
        >
          {isOpen ? '收起' : '看警告与说明'}
        </button>
      </div>
      {isOpen &&
        warned.map((row) => (
          <div key={row.id} className="px-3.5 py-2">
            <ProjectLink row={row} />
            <ul className="text-warning">
              {(records.get(row.id)?.warnings ?? []).map(({ field, message, reason }) => (
                <li key={`${field} ${message}`}>
                  {message}。{reason ? `企业说明：${reason}` : '企业未说明。'}
                </li>
              ))}
            </ul>
          </div>
        ))}
    </Block>
  )
}
