import type { FastifyBaseLogger } from 'fastify'
import type { LogSink } from './log-sink.ts'

const MOST_MS = 10_000
/** Longest wait for the last lines of the log. */
const LAST_LINES_MS = 1_000

interface Shutdown {
  log: FastifyBaseLogger
  sink: LogSink
  /** Closes resources in order. */
  close(): Promise<void>
}

/** Ends the process. A write to the log that hangs would keep `process.exit` from returning. */
export async function leave(code: number, sink: LogSink): Promise<void> {
  if (await sink.settle(LAST_LINES_MS)) process.kill(process.pid, 'SIGKILL')
  process.exit(code)
}

/**
 * Shuts the process down on SIGTERM, SIGINT and uncaught errors. The first reason decides the exit code; later ones do
 * not start a second shutdown. Whatever has not closed after 10 s is abandoned.
 */
export function endInOrder({ log, sink, close }: Shutdown): void {
  let isEnding = false
  const end = async (code: number): Promise<void> => {
    if (isEnding) return
    isEnding = true
    const timer = setTimeout(() => {
      log.error('the server did not close within 10 seconds')
      void leave(1, sink)
    }, MOST_MS)
    timer.unref()
    try {
      await close()
      await leave(code, sink)
    } catch (error) {
      log.error({ err: error }, 'the server did not close in order')
      await leave(1, sink)
    }
  }
  process.on('SIGTERM', () => void end(0))
  process.on('SIGINT', () => void end(0))
  // Also covers unhandled rejections. The state of the process is then unknown, so it must stop serving.
  process.on('uncaughtException', (error, origin) => {
    if (!isEnding) log.fatal({ err: error, origin }, 'uncaught error: the server stops')
    void end(1)
  })
}
