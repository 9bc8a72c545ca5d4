import { useState } from 'react'

export interface Action {
  isBusy: boolean
  run(): void
}

interface Outcome<T> {
  onDone: (result: T) => void
  onFailed: (error: Error) => void
}

/** Something that a button does: whether it is under way, and what follows from its end. */
export function useAction<T>(act: () => Promise<T>, { onDone, onFailed }: Outcome<T>): Action {
  const [isBusy, setBusy] = useState(false)
  return {
    isBusy,
    async run() {
      setBusy(true)
      try {
        onDone(await act())
      } catch (error) {
        onFailed(error instanceof Error ? error : new Error(String(error)))
      } finally {
        setBusy(false)
      }
    },
  }
}
