import type { FormalCheck, FormalPoint } from '@xinchu/sdk'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/inputs.tsx'
import { RuleCode } from '../../../ui/rule-code.tsx'

export type Verdict = NonNullable<FormalPoint['verdict']>

const VERDICTS: readonly { value: Verdict; label: string; on: string }[] = [
  { value: 'MET', label: '符合', on: 'bg-success-soft text-success font-medium' },
  { value: 'NOT_MET', label: '不符', on: 'bg-danger-soft text-danger font-medium' },
  { value: 'NOT_CONCERNED', label: '不涉及', on: 'bg-brand-soft text-brand-ink font-medium' },
]

interface PointProps {
  point: FormalPoint
  isCurrent: boolean
  isReadOnly: boolean
  onCurrent: () => void
  onJudge: (verdict: Verdict, reason?: string) => void
}

/** The three verdicts of a point; of the system's, what it found. */
function Verdicts({ point, isReadOnly, onJudge }: Pick<PointProps, 'point' | 'isReadOnly' | 'onJudge'>) {
  const isFixed = isReadOnly || point.judgedBy === 'SYSTEM'
  return (
    <fieldset className="flex shrink-0 overflow-hidden rounded-md border border-line-strong">
      <legend className="sr-only">{point.code} 判定</legend>
      {VERDICTS.map(({ value, label, on }) => (
        <button
          key={value}
          type="button"
          disabled={isFixed}
          aria-pressed={point.verdict === value}
          onClick={() => onJudge(value)}
          className={`min-h-7 border-line-strong px-2.5 text-s not-first:border-l disabled:cursor-default ${point.verdict === value ? on : 'text-ink-soft'}`}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}

function Point({ point, isCurrent, isReadOnly, onCurrent, onJudge }: PointProps) {
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState(point.reason ?? '')
  const judge = (verdict: Verdict) => {
    setAsking(verdict === 'NOT_MET')
    if (verdict !== 'NOT_MET') onJudge(verdict)
  }
  const save = () => {
    if (reason.trim() === '') return
    onJudge('NOT_MET', reason.trim())
    setAsking(false)
  }
  const tone = point.verdict === 'NOT_MET' ? 'bg-danger-soft' : isCurrent ? 'bg-brand-soft' : ''
  return (
    <li className={`border-line border-b px-4 py-2.5 ${tone}`} data-point={point.code} onFocus={onCurrent}>
      <div className="flex items-start gap-x-3 gap-y-1 max-sm:flex-wrap">
        <span className="w-11 pt-1 text-ink-soft text-s">{point.code}</span>
        <div className="min-w-0 flex-1 basis-40 pt-1">
          <p>{point.text}</p>
          {point.reason && !isAsking && <p className="text-danger text-s">{point.reason}</p>}
        </div>
        <span className="w-16 shrink-0 pt-1 text-ink-soft text-s [&>a]:ml-0">
          <span className="block">{point.judgedBy === 'SYSTEM' ? '系统' : '人工'}</span>
          <RuleCode code={point.ruleCode} />
        </span>
        <Verdicts point={point} isReadOnly={isReadOnly} onJudge={judge} />
      </div>
      {isAsking && (
        <div className="mt-2 flex gap-2 pl-14">
          <Input
            aria-label={`${point.code} 不符的说明`}
            placeholder="说明哪里不符，随退回发给申报单位"
            maxLength={400}
            autoFocus
            value={reason}
            onValue={setReason}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.ctrlKey) return
              event.preventDefault()
              save()
            }}
          />
          <Button look="primary" disabled={reason.trim() === ''} onClick={save}>
            确定
          </Button>
          <Button onClick={() => setAsking(false)}>取消</Button>
        </div>
      )}
    </li>
  )
}

interface PointsProps {
  check: FormalCheck
  isReadOnly: boolean
  current: string | undefined
  onCurrent: (code: string) => void
  onJudge: (code: string, verdict: Verdict, reason?: string) => void
}

const counted = (points: readonly FormalPoint[], verdict: Verdict | undefined) =>
  points.filter((point) => point.verdict === verdict).length

/** The points of the formal check, judged by the system or by hand. */
export function Points({ check, isReadOnly, current, onCurrent, onJudge }: PointsProps) {
  const { points } = check
  return (
    <>
      <ol aria-label="形审要点">
        {points.map((point) => (
          <Point
            key={point.code}
            point={point}
            isReadOnly={isReadOnly}
            isCurrent={point.code === current}
            onCurrent={() => onCurrent(point.code)}
            onJudge={(verdict, reason) => onJudge(point.code, verdict, reason)}
          />
        ))}
      </ol>
      <p className="px-4 py-3 text-ink-soft text-s">
        符合 {counted(points, 'MET')} 项，不符 {counted(points, 'NOT_MET')} 项，不涉及{' '}
        {counted(points, 'NOT_CONCERNED')} 项，未判 {counted(points, undefined)} 项
      </p>
    </>
  )
}
