import { Readable } from 'node:stream'
import type { FileAnswer } from './types.ts'

export const isFileAnswer = (value: unknown): value is FileAnswer =>
  typeof value === 'object' &&
  value !== null &&
  'content' in value &&
  'fileName' in value &&
  'contentType' in value

const streamIn = (answer: unknown): Readable | undefined => {
  const content = isFileAnswer(answer) ? answer.content : answer
  return content instanceof Readable ? content : undefined
}

/**
 * Reports a stream that fails, also before Fastify listens to it. Fastify sees the failure too, and answers 500 or breaks
 * the reply off. A client that leaves is no failure.
 */
export function onBroken(answer: unknown, report: (error: Error) => void): void {
  streamIn(answer)?.on('error', report)
}

/** Releases the stream of a reply that is not sent. */
export function abandon(answer: unknown): void {
  streamIn(answer)?.destroy()
}
