/** The time of a fake platform. It only moves when told, so that a test decides when a session ends. */
export interface FakeClock {
  now(): Date
  /** Moves the clock forward by milliseconds. */
  advance(ms: number): void
}

export function clockFrom(start: Date): FakeClock {
  let at = start.getTime()
  return {
    now: () => new Date(at),
    advance(ms) {
      at += ms
    },
  }
}
