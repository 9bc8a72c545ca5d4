import type { RepeatPair, ReviewRecord } from '@xinchu/sdk'
import { useState } from 'react'
import { GrantedAction } from '../../app/granted-action.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Input } from '../../ui/inputs.tsx'
import { signalsText } from '../../ui/record/repeat-pair.tsx'
import { asksReason, explainedText } from '../../ui/review/asks-reason.ts'
import { Block, ProjectLink } from './batch-sections.tsx'
import { groupPairs, LEAST_REASON, type Passing } from './pass-model.ts'

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
        <GrantedAction
          to="/esproject/repeat/contrast"
          search={{ a: first.id, b: other.id } as never} // the search of the contrast's route
          target="_blank"
          className={`${buttonClass('plain')} h-7`}
        >
          逐项对比
        </GrantedAction>
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
  const asked = all.filter(asksReason)
  const isExplained = asked.every(({ reason }) => reason)
  const isHinted = all.length > 0 && asked.length === 0
  return (
    <Block
      icon="alert"
      title={isHinted ? '有提示' : `有警告${isExplained ? '，企业均已说明' : ''}`}
      count={String(warned.length)}
    >
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
              {(records.get(row.id)?.warnings ?? []).map((warning) => (
                <li key={`${warning.field} ${warning.message}`}>{explainedText(warning)}</li>
              ))}
            </ul>
          </div>
        ))}
    </Block>
  )
}
