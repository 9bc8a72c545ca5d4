import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Drain } from './drain.ts'
import type { LogSink } from './log-sink.ts'

/** Longest wait for the last lines of the log. */
const LAST_LINES_MS = 1_000
/** Later signals within this time are the same one: process managers send several, and to each process of a group. */
const SAME_SIGNAL_MS = 2_000

interface Shutdown {
  log: FastifyBaseLogger
  sink: LogSink
  drain: Drain
  /** Closes resources in order. */
  close(): Promise<void>
  /** How long the server still serves after a signal. */
  drainSeconds: number
  /** How long its calls may take to end after that. */
  endSeconds: number
}

/** Ends the process. A write to the log that hangs would keep `process.exit` from returning. */
export async function leave(code: number, sink: LogSink): Promise<void> {
  if (await sink.settle(LAST_LINES_MS)) process.kill(process.pid, 'SIGKILL')
  process.exit(code)
}

/**
 * Shuts the process down on signals and uncaught errors. After SIGTERM and SIGHUP it first drains; a later one, or SIGINT,
 * cuts that short. The first reason decides the exit code. Whatever has not closed in time is abandoned.
 */
export function endInOrder({ log, sink, drain, close, drainSeconds, endSeconds }: Shutdown): void {
  let isEnding = false
  const end = async (code: number): Promise<void> => {
    if (isEnding) return
    isEnding = true
    const timer = setTimeout(() => {
      log.error(`the server did not close within ${endSeconds} seconds`)
      void leave(1, sink)
    }, endSeconds * 1_000)
    timer.unref()
    try {
      await close()
      await leave(code, sink)
    } catch (error) {
      log.error({ err: error }, 'the server did not close in order')
      await leave(1, sink)
    }
  }
  let drainingSince = 0
  const drained = async (): Promise<void> => {
    if (drain.isBegun) {
      if (performance.now() - drainingSince < SAME_SIGNAL_MS) return
    } else {
      drainingSince = performance.now()
      void drain.begin()
      await pause(drainSeconds * 1_000)
    }
    await end(0)
  }
  process.on('SIGTERM', () => void drained())
  process.on('SIGHUP', () => void drained())
  process.on('SIGINT', () => void end(0))
  // Also covers unhandled rejections. The state of the process is then unknown, so it must stop serving.
  process.on('uncaughtException', (error, origin) => {
    if (!isEnding) log.fatal({ err: error, origin }, 'uncaught error: the server stops')
    void end(1)
  })
}
