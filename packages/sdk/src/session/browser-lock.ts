// A refresh may take 15 seconds; who has waited so long has a reason to try alone.
const LIMIT_MS = 16_000
// How long a tab waits to see whether another has written its name over its own.
const SETTLE_MS = 30

// A cookie that one tab writes is seen by the others a little later than that its lock is free.
const LINGER_MS = 50

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Runs `work` while no other tab of this site does, and settles as it does.
 * A tab that hangs does not hang the others: past a limit, work is done without the lock.
 */
export function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  let result: Promise<T> | undefined
  const lingering = async () => {
    result = work()
    await result.catch(() => undefined)
    await wait(LINGER_MS)
  }
  return new Promise((resolve, reject) => {
    const begin = () => {
      const held = lingering()
      result?.then(resolve, reject)
      return held
    }
    // Web Locks are missing on pages without https, which intranets have.
    const lock = typeof navigator !== 'undefined' && navigator.locks ? webLock : storageLock
    lock(name, begin).catch(() => {
      if (!result) begin()
    })
  })
}

async function webLock(name: string, begin: () => Promise<void>): Promise<void> {
  await navigator.locks.request(name, { signal: AbortSignal.timeout(LIMIT_MS) }, begin)
}

/** A name in local storage: who still finds their own after a moment holds the lock. */
async function storageLock(name: string, begin: () => Promise<void>): Promise<void> {
  const own = Math.random().toString(36).slice(2)
  const holder = () => {
    const [id = '', until = '0'] = (localStorage.getItem(name) ?? '').split(' ')
    return Number(until) > Date.now() ? id : undefined
  }
  const limit = Date.now() + LIMIT_MS
  while (holder() !== own && Date.now() < limit) {
    if (holder() === undefined) localStorage.setItem(name, `${own} ${Date.now() + LIMIT_MS}`)
    await wait(SETTLE_MS)
  }
  try {
    await begin()
  } finally {
    if (holder() === own) localStorage.removeItem(name)
  }
}
