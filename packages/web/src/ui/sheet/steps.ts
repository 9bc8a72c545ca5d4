/** Steps that can be undone, and undone ones that can be redone. The latest step of each is last. */
export interface Steps<Step> {
  done: readonly Step[]
  undone: readonly Step[]
}

/** Number of steps that can be undone. */
export const MOST_STEPS = 200

export const NO_STEPS: Steps<never> = { done: [], undone: [] }

/** Adds a step. Undone steps can no longer be redone. */
export const withStep = <Step>({ done }: Steps<Step>, step: Step): Steps<Step> => ({
  done: [...done, step].slice(-MOST_STEPS),
  undone: [],
})

/** Moves the latest step to the undone ones. */
export function undo<Step>({ done, undone }: Steps<Step>): { steps: Steps<Step>; step: Step | undefined } {
  const step = done.at(-1)
  if (step === undefined) return { steps: { done, undone }, step }
  return { steps: { done: done.slice(0, -1), undone: [...undone, step] }, step }
}

/** Moves the latest undone step back. */
export function redo<Step>({ done, undone }: Steps<Step>): { steps: Steps<Step>; step: Step | undefined } {
  const step = undone.at(-1)
  if (step === undefined) return { steps: { done, undone }, step }
  return { steps: { done: [...done, step], undone: undone.slice(0, -1) }, step }
}
