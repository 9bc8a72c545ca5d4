import type { FastifyBaseLogger } from 'fastify'

const MOST_MS = 10_000

interface Shutdown {
  log: FastifyBaseLogger
  /** Closes what was opened, in order. */
  close(): Promise<void>
}

/**
 * Ends the process in order on SIGTERM, SIGINT and errors that nobody caught. The first reason decides the exit code;
 * later ones do not start a second shutdown. What has not closed after 10 s is abandoned.
 */
export function endInOrder({ log, close }: Shutdown): void {
  let isEnding = false
  const end = async (code: number): Promise<void> => {
    if (isEnding) return
    isEnding = true
    const timer = setTimeout(() => {
      log.error('the server did not close within 10 seconds')
      process.exit(1)
    }, MOST_MS)
    timer.unref()
    try {
      await close()
      process.exit(code)
    } catch (error) {
      log.error({ err: error }, 'the server did not close in order')
      process.exit(1)
    }
  }
  process.on('SIGTERM', () => void end(0))
  process.on('SIGINT', () => void end(0))
  // Covers rejections that nobody handled as well. After one, the state of the process is unknown: it must not serve on.
  process.on('uncaughtException', (error, origin) => {
    if (!isEnding) log.fatal({ err: error, origin }, 'uncaught error: the server stops')
    void end(1)
  })
}
