import { Button } from '../button.tsx'
import { Icon } from '../icons.tsx'
import { useSecondsLeft } from '../use-seconds-left.ts'
import { SMALL } from './small.ts'

interface UndoStripProps {
  text: string
  tone?: 'success' | 'danger'
  /** End of the undo period, as `performance.now()`. Undefined offers no undo. */
  until?: number | undefined
  isBusy?: boolean
  /** Shows one line until this `performance.now()`, for a place above a foot. */
  lineUntil?: number
  onUndo: () => void
}

const TONES = {
  success: 'border-success-line bg-success-soft text-success',
  danger: 'border-danger-line bg-danger-soft text-danger',
} as const

/** The last action, with 撤销 and the seconds left for it. Announces the seconds only once. */
export function UndoStrip(props: UndoStripProps) {
  const { text, tone = 'success', until, isBusy = false, lineUntil, onUndo } = props
  const left = useSecondsLeft(until)
  const lineLeft = useSecondsLeft(lineUntil)
  const isLine = lineUntil !== undefined
  if (isLine && lineLeft === 0) return null
  const layout = isLine ? 'flex shrink-0 items-center gap-3 px-4 py-1.5' : 'min-h-[86px] px-3 py-2.5'
  return (
    <div className={`border-t text-xs ${layout} ${TONES[tone]}`}>
      <p role="status" className="mr-auto flex min-w-0 items-start gap-1.5 leading-[18px]">
        <Icon name={tone === 'success' ? 'check' : 'alert'} size={14} className="mt-0.5" />
        <span className="line-clamp-2">
          {text}
          {until !== undefined && <span className="sr-only">。可在 10 秒内撤销，按 Ctrl+Z</span>}
        </span>
      </p>
      {left > 0 && (
        <p className={`flex shrink-0 items-center gap-2.5 ${isLine ? 'flex-row-reverse' : 'mt-1.5'}`}>
          <Button icon="undo" className={SMALL} busy={isBusy} onClick={onUndo}>
            撤销
          </Button>
          <span aria-hidden="true">还可撤销 {left} 秒</span>
        </p>
      )}
    </div>
  )
}
