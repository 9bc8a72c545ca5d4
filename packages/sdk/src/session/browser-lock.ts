// A refresh takes at most 15 s. After that long a wait, try without the lock.
const LIMIT_MS = 16_000
// Wait before checking whether another tab has overwritten the lock entry.
const SETTLE_MS = 30

// Other tabs see a written cookie slightly later than the released lock.
const LINGER_MS = 50

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Runs `work` exclusively among the tabs of this site, and settles with its result.
 * After a limit, work runs without the lock, so that a hanging tab does not block the others.
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
    // Pages without https, common on intranets, lack Web Locks.
    const lock = typeof navigator !== 'undefined' && navigator.locks ? webLock : storageLock
    lock(name, begin).catch(() => {
      if (!result) begin()
    })
  })
}

async function webLock(name: string, begin: () => Promise<void>): Promise<void> {
  await navigator.locks.request(name, { signal: AbortSignal.timeout(LIMIT_MS) }, begin)
}

/** A lock by a name in local storage. A tab that still finds its own name after a moment holds it. */
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
