import { write } from 'node:fs'

/** Most bytes of lines that wait for a write. */
const MOST_WAITING = 4 * 1024 * 1024
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/** A pipe that is full for a moment is tried again after this time. */
const FULL_PIPE_MS = 20

type Write = (bytes: Buffer, done: (error: NodeJS.ErrnoException | null, written: number) => void) => void

/**
 * Writes lines to a descriptor without ever blocking or failing: one write at a time, in order. What a full disk or a
 * pipe that nobody reads does not take is dropped and counted. Once lines are taken again, one says how many were lost.
 */
export class LogSink {
  readonly #write: Write
  readonly #now: () => Date
  #waiting: string[] = []
  #bytes = 0
  #isWriting = false
  #pauseMs = 0
  #dropped = 0
  /** Losses that the line under way tells. */
  #told = 0
  #since: string | undefined
  /** The last line on the medium lacks its end. */
  #isTorn = false
  #idle: (() => void)[] = []

  constructor(descriptor: number, now: () => Date = () => new Date()) {
    this.#write = (bytes, done) => write(descriptor, bytes, done)
    this.#now = now
  }

  /** Lines that were lost since the last that was written. */
  get dropped(): number {
    return this.#dropped
  }

  /** Takes a line with its end. The name is the one that a logger's stream has. */
  write(line: string): void {
    const bytes = Buffer.byteLength(line)
    if (this.#pauseMs > 0 && !this.#isWriting && this.#waiting.length === 0) this.#drop(1)
    else if (this.#bytes + bytes > MOST_WAITING) this.#drop(1)
    else {
      this.#waiting.push(line)
      this.#bytes += bytes
      this.#next()
    }
  }

  /** Resolves once all lines are written or given up, or after this time. Returns whether a write still hangs. */
  async settle(mostMs: number): Promise<boolean> {
    if (this.#isWriting || this.#waiting.length > 0)
      await Promise.race([
        new Promise<void>((resolve) => this.#idle.push(resolve)),
        new Promise<void>((resolve) => setTimeout(resolve, mostMs)),
      ])
    return this.#isWriting
  }

  #drop(lines: number): void {
    this.#dropped += lines
    this.#since ??= this.#now().toISOString()
  }

  #next(): void {
    if (this.#isWriting) return
    const lines = this.#waiting.splice(0)
    this.#bytes = 0
    if (lines.length === 0) {
      for (const resolve of this.#idle.splice(0)) resolve()
      return
    }
    this.#isWriting = true
    this.#send(Buffer.from(this.#lossLine() + lines.join('')), lines.length)
  }

  #lossLine(): string {
    this.#told = this.#dropped
    if (this.#dropped === 0) return ''
    const time = this.#now().getTime()
    const end = this.#isTorn ? '\n' : ''
    return `${end}${JSON.stringify({ level: 40, time, msg: 'log lines dropped', count: this.#dropped, since: this.#since })}\n`
  }

  /** @param isRest whether the beginning was written */
  #send(bytes: Buffer, lines: number, isRest = false): void {
    const told = this.#told
    this.#write(bytes, (error, written) => {
      if (error?.code === 'EAGAIN') {
        setTimeout(() => this.#send(bytes, lines, isRest), FULL_PIPE_MS).unref()
        return
      }
      if (!error && written > 0 && written < bytes.length) {
        this.#send(bytes.subarray(written), lines, true)
        return
      }
      this.#isWriting = false
      if (error) {
        this.#isTorn ||= isRest
        this.#fail(lines)
      } else {
        this.#isTorn = false
        this.#pauseMs = 0
        this.#dropped -= told
        if (this.#dropped === 0) this.#since = undefined
      }
      this.#next()
    })
  }

  /** Gives up what waits. The next try is a line that comes after the pause. */
  #fail(lines: number): void {
    this.#drop(lines + this.#waiting.length)
    this.#waiting = []
    this.#bytes = 0
    this.#pauseMs = Math.min(Math.max(this.#pauseMs * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS)
    const timer = setTimeout(() => this.#retry(), this.#pauseMs)
    timer.unref()
  }

  /** Tries to write what was lost as one line. */
  #retry(): void {
    if (this.#isWriting) return
    this.#isWriting = true
    this.#send(Buffer.from(this.#lossLine()), 0)
  }
}
