import { repeatScores } from '@xinchu/validators'
import type { ReactNode } from 'react'

/** Evidence that two records are the same project; compatible with the contract's RepeatSignal. */
export interface RepeatSignal {
  rule: string
  label: string
  points: number
  detail?: string
}

const LEVELS = [
  { from: repeatScores.same, label: '重复', look: 'border-danger-line bg-danger-soft text-danger' },
  {
    from: repeatScores.suspected,
    label: '疑似重复',
    look: 'border-warning-line bg-warning-soft text-warning',
  },
  { from: 0, label: '相近', look: 'border-line bg-sunken text-ink-soft' },
] as const

/** Label of a score, such as 疑似重复. */
export const repeatLevel = (score: number): string =>
  LEVELS.find(({ from }) => score >= from)?.label ?? LEVELS[2].label

/** A score from 0 to 100 with its label. The colour repeats the text. */
export function RepeatScore({ score }: { score: number }) {
  const level = LEVELS.find(({ from }) => score >= from) ?? LEVELS[2]
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap rounded border px-1.5 text-xs leading-5 ${level.look}`}
    >
      {level.label}
      <span className="font-medium tabular-nums">{score} 分</span>
    </span>
  )
}

const textOf = ({ label, detail }: RepeatSignal): string => (detail ? `${label}（${detail}）` : label)

/** Signals as one line of text. */
export const signalsText = (signals: readonly RepeatSignal[]): string => signals.map(textOf).join('、')

/** Signals with points, one per line. */
export function RepeatSignals({ signals }: { signals: readonly RepeatSignal[] }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-s">
      {signals.map((signal) => (
        <li key={signal.rule} className="flex items-baseline gap-1.5">
          <span>{textOf(signal)}</span>
          <span className="text-ink-faint text-xs tabular-nums">+{signal.points}</span>
        </li>
      ))}
    </ul>
  )
}

interface RepeatItemProps {
  score: number
  signals: readonly RepeatSignal[]
  /** Name of, or link to, the other record. */
  name: ReactNode
  /** Further details, such as place and company. */
  facts: readonly (string | undefined)[]
  /** The decision, if any. */
  decision?: string | undefined
}

/** A suspected duplicate with its evidence. */
export function RepeatItem({ score, signals, name, facts, decision }: RepeatItemProps) {
  return (
    <li className="grid gap-1 py-2.5 text-s">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 break-words font-medium">{name}</span>
        <RepeatScore score={score} />
        {decision && <span className="text-ink-soft text-xs">{decision}</span>}
      </div>
      <p className="text-ink-soft text-xs">{facts.filter(Boolean).join('　')}</p>
      <p className="text-xs">{signalsText(signals)}</p>
    </li>
  )
}
