import { isXinchuError } from '@xinchu/sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { SaveState } from '../ui/save-state.tsx'

/** Pause after the last change before a save, ms. */
const REST_MS = 800
/** Delay before a failed save is retried, ms. */
const AGAIN_MS = 15_000
/** The same for the first failure since the browser came online, ms. Doubles with each further one. */
const ONLINE_AGAIN_MS = 1_000

/** Delay before a retry. A network may still refuse calls for a moment after the browser has come online. */
const delayAfter = (failures: number): number => Math.min(AGAIN_MS, ONLINE_AGAIN_MS * 2 ** (failures - 1))

/** Describes the reason of a failed save. */
function reasonOf(error: unknown): string {
  if (!isXinchuError(error)) return '接口请求失败'
  if (error.kind === 'network' || error.kind === 'timeout') return '网络中断'
  if (error.kind === 'session-expired' || error.kind === 'unauthenticated') return '登录已过期'
  return error.message
}

interface AutosaveOptions {
  /** Changes with each change of the input. */
  stamp: unknown
  /** Whether there is unsaved input that can be saved. */
  isWaiting: boolean
  /** Saves all such input. @throws if it failed */
  send: () => Promise<void>
  /** Pause after the last change, ms. */
  restMs?: number
}

/**
 * Saves input after a pause, one call at a time. Input during a call goes with the next one. The timer outlives the
 * view, so that input is saved even if another screen is opened immediately.
 */
export function useAutosave({ stamp, isWaiting, send, restMs = REST_MS }: AutosaveOptions) {
  const [state, setState] = useState<SaveState>({ kind: 'idle' })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef({ isWaiting, send })
  const isBusy = useRef(false)
  /** Failed saves since the browser came online; Infinity if it has been online all the time. */
  const failures = useRef(Number.POSITIVE_INFINITY)
  useEffect(() => {
    latest.current = { isWaiting, send }
  })
  const run = useCallback(async () => {
    clearTimeout(timer.current)
    if (isBusy.current || !latest.current.isWaiting) return
    isBusy.current = true
    setState({ kind: 'saving' })
    try {
      await latest.current.send()
      setState({ kind: 'saved', at: Date.now() })
    } catch (error) {
      failures.current += 1
      setState({ kind: 'failed', reason: reasonOf(error) })
    } finally {
      isBusy.current = false
    }
  }, [])
  const { kind } = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the input starts the rest again
  useEffect(() => {
    clearTimeout(timer.current)
    if (isWaiting && kind !== 'saving')
      timer.current = setTimeout(() => void run(), kind === 'failed' ? delayAfter(failures.current) : restMs)
  }, [stamp, isWaiting, kind, run, restMs])
  useEffect(() => {
    const retry = () => {
      failures.current = 0
      void run()
    }
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [run])
  // Input typed after a save is not saved yet.
  const shown: SaveState = kind === 'saved' && isWaiting ? { kind: 'idle' } : state
  return { state: shown, isBusy: kind === 'saving', saveNow: () => void run() }
}
