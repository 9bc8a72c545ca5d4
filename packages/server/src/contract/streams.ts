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
 * Prevents a stream that fails before Fastify listens to it from ending the process. Fastify still sees the failure and
 * answers 500 or aborts the reply.
 */
export function holdErrors(answer: unknown): void {
  streamIn(answer)?.on('error', () => undefined)
}

/** Releases the stream of a reply that is not sent. */
export function abandon(answer: unknown): void {
  streamIn(answer)?.destroy()
}
