import { countWords, FEEDBACK_LENGTH, type FieldSpec, type Issue, issue } from '@xinchu/validators'
import type { CrossCheck } from '../../../ui/form/issues.ts'
import { type FormValues, textAt } from '../../../ui/form/values.ts'
import type { Row } from './result-model.ts'

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

/** The field of a project's feedback is named by its code, by which unsaved texts are found again. */
export const feedbackSpec = ({ demoCode, projectName }: Row): FieldSpec => ({
  name: demoCode,
  caption: `反馈意见：${projectName}`,
  kind: 'string',
  maxLength: FEEDBACK_LENGTH.characters,
  required: 'submit',
})

const leftIn = (values: FormValues, code: string): number =>
  FEEDBACK_LENGTH.words - countWords(textAt(values, code))

/** Texts that are too short. */
export const feedbackCheck =
  (rows: readonly Row[]): CrossCheck =>
  (_draft, _stage, values) =>
    rows.flatMap(({ demoCode }): Issue[] => {
      const left = leftIn(values, demoCode)
      return left > 0 ? [issue(demoCode, `还需 ${left} 字`, 'error', 'M-022')] : []
    })

/** The first of these projects whose feedback is too short, in words. */
export const lackingIn = (values: FormValues, rows: readonly Row[]): string | undefined =>
  rows.flatMap(({ demoCode, projectName }) => {
    const left = leftIn(values, demoCode)
    return left > 0 ? [`“${projectName}”反馈意见还需 ${left} 字`] : []
  })[0]
