import { lengthOf } from '../score/model.ts'
import type { Row } from './result-model.ts'

const SHORTEST = 50
export const LONGEST = 2000

/** 32-bit FNV-1a hash of a text. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash
}

/**
 * The opinions of all experts, without their numbers. The order follows from the texts and the project alone, so that
 * the same place in two projects is not the same expert.
 */
export const draftOf = ({ projectId, opinions = [] }: Row): string =>
  opinions
    .flatMap(({ opinion }) => (opinion?.trim() ? [opinion.trim()] : []))
    .map((text) => ({ text, place: hashOf(`${projectId}\n${text}`) }))
    .sort((a, b) => a.place - b.place)
    .map(({ text }) => text)
    .join('\n')

/** Whether the experts judged a project: only then it needs feedback. */
export const isJudged = ({ scores }: Row): boolean => scores.length > 0

/** What is wrong with a feedback text. */
export function problemOf(text: string): string | undefined {
  const left = SHORTEST - lengthOf(text)
  if (left > 0) return `还需 ${left} 字`
  return text.trim().length > LONGEST ? `超出 ${text.trim().length - LONGEST} 字` : undefined
}
