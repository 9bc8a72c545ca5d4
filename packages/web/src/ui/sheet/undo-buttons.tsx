import { Button } from '../button.tsx'
import type { StepKeeper } from './use-steps.ts'

interface UndoButtonsProps {
  steps: Pick<StepKeeper<unknown>, 'canUndo' | 'canRedo'>
  onUndo: () => void
  onRedo: () => void
}

/** The buttons that undo and redo the steps of a sheet. */
export function UndoButtons({ steps, onUndo, onRedo }: UndoButtonsProps) {
  return (
    <>
      <Button title="Ctrl+Z" disabled={!steps.canUndo} onClick={onUndo}>
        撤销
      </Button>
      <Button title="Ctrl+Y" disabled={!steps.canRedo} onClick={onRedo}>
        重做
      </Button>
    </>
  )
}
