import { countWords } from '@xinchu/validators'
import { isRecord } from '../../../lib/stored.ts'
import { FORM_PARTS, type FormPart, PILOT_PARTS, pilotRows } from '../../../records/pilot-parts.ts'
import { useFormSlice } from '../../../ui/form/context.ts'
import { ownerOf } from '../../../ui/form/issues.ts'
import { type FormValues, textAt } from '../../../ui/form/values.ts'
import { Icon } from '../../../ui/icons.tsx'
import { entriesOf, useApply } from './context.ts'
import { type Gap, progressOf } from './model.ts'

const FULL = 100

/** A share as a ring. The words beside it say the same. */
function Ring({ done, total, size }: { done: number; total: number; size: number }) {
  const isDone = done === total
  const circle = { cx: 20, cy: 20, r: 16, fill: 'none', strokeWidth: size > 24 ? 5 : 7, pathLength: FULL }
  return (
    <svg viewBox="0 0 40 40" width={size} height={size} aria-hidden="true" className="shrink-0 -rotate-90">
      <circle {...circle} className="stroke-line" />
      {done > 0 && (
        <circle
          {...circle}
          className={isDone ? 'stroke-success' : 'stroke-brand'}
          strokeDasharray={`${(done / total) * FULL} ${FULL}`}
        />
      )}
    </svg>
  )
}

/** Completeness in words: 100 only when all is done. */
export const percentOf = (done: number, total: number): number =>
  total === 0 ? FULL : Math.floor((done / total) * FULL)

type EntryState = 'done' | 'short' | 'wrong' | 'optional'

const STATES: Readonly<Record<EntryState, { sign: string; word: string; tone: string }>> = {
  done: { sign: '✓', word: '已完成', tone: 'border-success-line bg-success-soft text-success' },
  short: { sign: '◐', word: '未达要求', tone: 'border-warning-line bg-warning-soft text-warning' },
  wrong: { sign: '!', word: '未填写或有误', tone: 'border-danger-line bg-danger-soft text-danger' },
  optional: { sign: '', word: '选填', tone: 'border-line-control' },
}

/** 612 for words, 4 行 for rows, 4/4 for figures. */
function amountOf(values: FormValues, field: string): string {
  const value = values[field]
  const figures = pilotRows[field]
  if (isRecord(value) && figures) {
    const filled = figures.filter(({ name }) => value[name]).length
    return filled > 0 ? `${filled}/${figures.length}` : '–'
  }
  if (Array.isArray(value)) return value.length > 0 ? `${value.length} 行` : '–'
  const words = countWords(textAt(values, field))
  return words > 0 ? words.toLocaleString('en') : '–'
}

function stateOf(values: FormValues, field: string, gaps: readonly Gap[], isRequired: boolean): EntryState {
  const open = gaps.filter((gap) => ownerOf(gap.field) === field)
  const hasContent = amountOf(values, field) !== '–'
  if (open.length > 0)
    return open.every(({ code }) => code === 'M-006' || code === 'M-007') ? 'short' : 'wrong'
  return hasContent || isRequired ? 'done' : 'optional'
}

function Entries({ part }: { part: 'APPLICATION' | 'IMPLEMENTATION' }) {
  const { outline, gaps, active, go } = useApply()
  const values = useFormSlice((state) => state.values)
  return (
    <ul className="grid pb-2">
      {entriesOf(outline[part]).map(({ id, no, title, required, fieldKey = '' }) => {
        const state = STATES[stateOf(values, fieldKey, gaps, required)]
        return (
          <li key={id}>
            <button
              type="button"
              aria-current={active === fieldKey ? 'true' : undefined}
              onClick={() => go(part, fieldKey)}
              className="flex min-h-7 w-full items-center gap-2 rounded-md px-2 text-left text-s hover:bg-hover aria-[current]:bg-brand-soft aria-[current]:text-brand-ink max-lg:min-h-10"
            >
              <span
                aria-hidden="true"
                className={`grid size-4 shrink-0 place-items-center rounded-full border text-[10px] leading-none ${state.tone}`}
              >
                {state.sign}
              </span>
              <span className="w-6 shrink-0 text-right text-ink-faint tabular-nums">{no}</span>
              <span className="min-w-0 flex-1 truncate">
                {title}
                {!required && '（选填）'}
              </span>
              <span className="sr-only">，{state.word}，</span>
              <span className="text-ink-faint text-xs tabular-nums">{amountOf(values, fieldKey)}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

const isOutlined = (part: FormPart): part is 'APPLICATION' | 'IMPLEMENTATION' =>
  part === 'APPLICATION' || part === 'IMPLEMENTATION'

/** Ring and figures of a part around its name. */
function PartLine({ part, title }: { part: FormPart; title: string }) {
  const { gaps, isOpen } = useApply()
  const values = useFormSlice((state) => state.values)
  const isSigned = values['commitment'] === 'true'
  const isCommitment = part === 'COMMITMENT'
  const { done, total } = isCommitment ? { done: isSigned ? 1 : 0, total: 1 } : progressOf(part, values, gaps)
  return (
    <>
      <Ring done={done} total={total} size={18} />
      <span className="min-w-0 flex-1 truncate">{title}</span>
      <span
        className={`flex items-center gap-1 text-xs tabular-nums ${done === total ? 'text-success' : 'text-ink-soft'}`}
      >
        {!isOpen(part) && <Icon name="lock" size={12} />}
        {isCommitment ? (isSigned ? '已签署' : '提交时签署') : `${done}/${total}`}
      </span>
    </>
  )
}

/** Parts and entries of the application, with how far each is filled in. */
export function PartOutline() {
  const { part: current, gaps, showPart } = useApply()
  const values = useFormSlice((state) => state.values)
  const all = PILOT_PARTS.map((part) => progressOf(part, values, gaps))
  const done = all.reduce((sum, each) => sum + each.done, 0)
  const total = all.reduce((sum, each) => sum + each.total, 0)
  return (
    <nav
      aria-label="申报材料目录"
      className="card self-start overflow-hidden lg:sticky lg:top-[calc(var(--frame-top,0px)+12px)] lg:max-h-[calc(100dvh-var(--frame-top,0px)-90px)] lg:overflow-y-auto"
    >
      <div className="flex items-center gap-3 px-4 py-3">
        <Ring done={done} total={total} size={44} />
        <p>
          <b className="font-semibold text-base">{percentOf(done, total)}%</b>
          <span className="block text-ink-soft text-s">
            已完成 {done} / {total} 项必填
          </span>
        </p>
      </div>
      <ul className="max-lg:flex max-lg:overflow-x-auto">
        {FORM_PARTS.map(({ part, title }, index) => (
          <li key={part} className="border-line lg:border-t max-lg:shrink-0">
            <button
              type="button"
              aria-current={part === current ? 'step' : undefined}
              aria-keyshortcuts={`Alt+${index + 1}`}
              onClick={() => showPart(part)}
              className="flex min-h-9 w-full items-center gap-2 px-4 text-left hover:bg-hover aria-[current]:font-medium aria-[current]:text-brand-ink max-lg:min-h-11 max-lg:border-transparent max-lg:border-b-2 max-lg:aria-[current]:border-brand max-lg:px-3"
            >
              <PartLine part={part} title={title} />
            </button>
            {part === current && isOutlined(part) && (
              <div className="px-2 max-lg:hidden">
                <Entries part={part} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
