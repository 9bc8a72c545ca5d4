import { useMutation } from '@tanstack/react-query'
import type { ImportAnswer, ImportQuestion } from '@xinchu/sdk'
import { importMutations } from './queries.ts'

/** What tells a question from others of its row or list. */
export const keyOf = ({
  field,
  code,
  original,
}: Pick<ImportQuestion, 'field' | 'code' | 'original'>): string => [field, code, original].join('\n')

/** The original of a question that asks about all different numbers of a column. */
export const EVERY = '*'

/** Answers questions of a batch, one after the other. */
export function useAnswer(id: number) {
  const { mutate, isPending } = useMutation(importMutations.answer)
  return {
    isBusy: isPending,
    /** @param rowNo the only row to answer; all that ask the same if there is none */
    answer(
      { field, code, original }: ImportQuestion,
      choice: string,
      { rowNo, onDone }: { rowNo?: number | undefined; onDone?: () => void } = {},
    ) {
      const answer: ImportAnswer = { field, code, original, choice }
      mutate(
        { id, answer: rowNo === undefined ? answer : { ...answer, rowNo } },
        onDone ? { onSuccess: onDone } : {},
      )
    },
  }
}
