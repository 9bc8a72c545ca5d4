import { UndoStrip } from '../../ui/review/undo-strip.tsx'
import type { Decision } from './use-decision.ts'

interface DecisionStripProps {
  decision: Decision
  isLine?: boolean
}

/** The latest decision with its undo. */
export function DecisionStrip({ decision, isLine = false }: DecisionStripProps) {
  const { strip, isUndoing, undo } = decision
  if (!strip) return null
  const { text, tone, until, lineUntil } = strip
  return (
    <UndoStrip
      text={text}
      tone={tone}
      until={until}
      {...(isLine ? { lineUntil } : {})}
      isBusy={isUndoing}
      onUndo={undo}
    />
  )
}
