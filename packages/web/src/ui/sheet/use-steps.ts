import { useRef, useState } from 'react'
import { NO_STEPS, redo, type Steps, undo, withStep } from './steps.ts'

/** Undo and redo of a sheet, for each of its parts, such as quarters. */
export interface StepKeeper<Step> {
  canUndo: boolean
  canRedo: boolean
  /** The step that would be undone. */
  latest: Step | undefined
  push(step: Step): void
  /** Takes the latest step, which the caller reverts. */
  undo(): Step | undefined
  /** Takes the latest undone step, which the caller applies again. */
  redo(): Step | undefined
}

/** @param part the part that is shown; each has steps of its own */
export function useSteps<Step>(part = ''): StepKeeper<Step> {
  const [kept, setKept] = useState<Readonly<Record<string, Steps<Step>>>>({})
  // Several keys may arrive before the next render.
  const latest = useRef(kept)
  const steps = kept[part] ?? NO_STEPS
  const put = (next: Steps<Step>) => {
    latest.current = { ...latest.current, [part]: next }
    setKept(latest.current)
  }
  const current = () => latest.current[part] ?? NO_STEPS
  const take = (move: typeof undo<Step>) => {
    const { steps: next, step } = move(current())
    if (step !== undefined) put(next)
    return step
  }
  return {
    canUndo: steps.done.length > 0,
    canRedo: steps.undone.length > 0,
    latest: steps.done.at(-1),
    push: (step) => put(withStep(current(), step)),
    undo: () => take(undo<Step>),
    redo: () => take(redo<Step>),
  }
}
