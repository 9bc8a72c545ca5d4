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
 * Keeps a stream in an answer from ending the process when it fails before Fastify listens to it. Fastify still learns
 * of the failure and answers 500 or cuts the reply off.
 */
export function holdErrors(answer: unknown): void {
  streamIn(answer)?.on('error', () => undefined)
}

/** Frees what the stream in an answer holds, for an answer that is not sent. */
export function abandon(answer: unknown): void {
  streamIn(answer)?.destroy()
}
