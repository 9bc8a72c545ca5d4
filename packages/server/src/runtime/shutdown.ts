import type { FastifyBaseLogger } from 'fastify'

const MOST_MS = 10_000

interface Shutdown {
  log: FastifyBaseLogger
  /** Closes resources in order. */
  close(): Promise<void>
}

/**
 * Shuts the process down on SIGTERM, SIGINT and uncaught errors. The first reason decides the exit code; later ones do
 * not start a second shutdown. Whatever has not closed after 10 s is abandoned.
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
  // Also covers unhandled rejections. The state of the process is then unknown, so it must stop serving.
  process.on('uncaughtException', (error, origin) => {
    if (!isEnding) log.fatal({ err: error, origin }, 'uncaught error: the server stops')
    void end(1)
  })
}
