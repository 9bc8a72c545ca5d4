import { useState } from 'react'

export interface Action {
  isBusy: boolean
  run(): void
}

interface Outcome<T> {
  onDone: (result: T) => void
  onFailed: (error: Error) => void
}

/** An asynchronous action of a button with its pending state and outcome. */
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
