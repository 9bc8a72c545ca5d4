import { randomInt } from 'node:crypto'

export interface CaptchaQuestion {
  text: string
  answer: string
}

/** Source of questions. */
export type CaptchaSource = () => CaptchaQuestion

const [LOWEST, HIGHEST] = [12, 99]
const FACTORS = [2, 3, 4, 5, 6, 7, 8, 9]

/**
 * A sum or product with a two-digit answer. All answers are equally likely, so a constant guess succeeds once in 88 tries.
 * There are no differences, because in the picture a minus sign looks like clutter.
 */
export const arithmetic: CaptchaSource = () => {
  const answer = randomInt(LOWEST, HIGHEST + 1)
  const factors = FACTORS.filter((each) => answer % each === 0 && answer / each <= 9)
  const factor = factors[randomInt(factors.length + 1)]
  if (factor !== undefined) return { text: `${factor}×${answer / factor}`, answer: String(answer) }
  const small = randomInt(2, Math.min(9, answer - 10) + 1)
  const [a, b] = randomInt(2) === 0 ? [small, answer - small] : [answer - small, small]
  return { text: `${a}+${b}`, answer: String(answer) }
}
