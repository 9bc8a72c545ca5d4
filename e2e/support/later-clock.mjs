// Lets a process live some days later: node --import …/later-clock.mjs with CLOCK_DAYS in its environment.
const AHEAD_MS = Number(process.env.CLOCK_DAYS) * 86_400_000
const Present = Date

globalThis.Date = class extends Present {
  constructor(...parts) {
    super(...(parts.length === 0 ? [Present.now() + AHEAD_MS] : parts))
  }

  static now() {
    return Present.now() + AHEAD_MS
  }
}
