/** Why a call failed: it may be sent again, only after a log-in, not in this page any more, or only after a change. */
export type Failure = 'busy' | 'session' | 'account' | 'refused'

const REST_MS = 800
const LONGEST_MS = 5_000
const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 15_000]

interface SenderOptions {
  isPending: () => boolean
  /** Sends what is pending. */
  send: () => Promise<void>
  failureOf: (error: unknown) => { failure: Failure; afterMs?: number | undefined }
  onFailure: (failure: Failure | undefined) => void
}

/** Sends changes after a rest, one call at a time, and repeats what failed. */
export interface Sender {
  /** Something was typed. */
  changed(): void
  /** Sends at once. Resolves when the running call has ended. */
  flush(): Promise<void>
  stop(): void
}

export function createSender({ isPending, send, failureOf, onFailure }: SenderOptions): Sender {
  let timer: ReturnType<typeof setTimeout> | undefined
  let firstAt: number | undefined
  let failures = 0
  let running: Promise<void> | undefined
  let isStopped = false
  /** The session is over: typing does not ask for a log-in again and again. */
  let isHeld = false
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const after = (ms: number) => {
    stop()
    if (!isStopped) timer = setTimeout(() => void run(), ms)
  }
  const rest = () => {
    firstAt ??= Date.now()
    after(Math.max(0, Math.min(REST_MS, firstAt + LONGEST_MS - Date.now())))
  }
  async function attempt(): Promise<void> {
    firstAt = undefined
    try {
      await send()
      failures = 0
      onFailure(undefined)
      if (isPending()) rest()
    } catch (error) {
      const { failure, afterMs } = failureOf(error)
      onFailure(failure)
      isHeld = failure === 'session' || failure === 'account'
      if (failure !== 'busy') return
      const wait = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0
      failures += 1
      // Without a network the browser tells when to go on.
      if (navigator.onLine) after(Math.max(wait, afterMs ?? 0))
    }
  }
  async function run(): Promise<void> {
    stop()
    if (running || isStopped || !isPending()) return running
    running = attempt().finally(() => {
      running = undefined
    })
    return running
  }
  return {
    changed: () => {
      // A failed call keeps its own time to be repeated.
      if (!isHeld && (failures === 0 || !timer)) rest()
    },
    async flush() {
      isHeld = false
      await running
      await run()
    },
    stop() {
      isStopped = true
      stop()
    },
  }
}
