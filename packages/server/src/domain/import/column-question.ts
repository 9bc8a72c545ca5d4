import type { components } from '@xinchu/contract/schema'
import type { StoredQuestion } from './questions.ts'

type Schemas = components['schemas']

/** The original of a question for all cells of a column, in the contract. No cell that can be asked so says it. */
const EVERY = '*'
const EXAMPLES = 3

/** Whether an answer is for all cells of a column that can be read in the same way. */
export const isForColumn = ({
  code,
  original,
}: Pick<Schemas['ImportAnswer'], 'code' | 'original'>): boolean => code === 'C-042' && original === EVERY

const shown = ({ original, choices }: StoredQuestion): string =>
  `${original} → ${choices.map(({ text }) => text).join('／')}`

/**
 * One question for the different plain numbers of a date column.
 * @param questions the first of its different questions
 * @param different number of different questions
 */
export function columnQuestion(
  questions: readonly [StoredQuestion, ...StoredQuestion[]],
  different: number,
): Schemas['ImportQuestion'] {
  const [{ written: _, ways = [], ...first }] = questions
  const examples = questions.slice(0, EXAMPLES).map(shown).join('、')
  const more = different > EXAMPLES ? ` 等 ${different} 个数` : ''
  const asked = ways.length > 1 ? '本列的常规数字是按哪种日期系统写的' : '本列的常规数字是否均为日期'
  const choices = ways.map((way, at) => ({
    choice: way,
    text: ways.length > 1 ? `${way} 日期系统（${first.choices[at]?.text ?? ''}）` : '均按日期读取',
  }))
  return { ...first, original: EVERY, message: `${asked}：${examples}${more}？`, choices }
}

/** What a cell is answered by an answer for its column; undefined if the cell cannot be read so. */
export const choiceInColumn = ({ ways = [], choices }: StoredQuestion, way: string): string | undefined =>
  choices[ways.indexOf(way)]?.choice
