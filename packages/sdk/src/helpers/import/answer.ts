import type { CallOptions } from '../../http/types.ts'
import type { ImportQuestionGroup } from '../../types.ts'
import type { ImportCalls } from './types.ts'

// As many as the platform answers in one call.
const MOST_ROWS = 1_000

/**
 * Answers a question in all cells of a batch that ask it, in as many calls as that takes.
 * @param choice one of those of the question, as `question.choices[0].choice`
 * @returns the number of answered rows
 * @throws BadRequestError for a choice that is not offered, or not any more
 */
export async function answerImport(
  calls: Pick<ImportCalls, 'correctRows'>,
  batchId: number,
  { field, code, original }: Pick<ImportQuestionGroup, 'field' | 'code' | 'original'>,
  choice: string,
  call?: CallOptions,
): Promise<number> {
  const answers = [{ field, code, original, choice }]
  for (let answered = 0; ; ) {
    const rows = await calls.correctRows(batchId, { answers }, call)
    answered += rows.length
    if (rows.length < MOST_ROWS) return answered
  }
}
