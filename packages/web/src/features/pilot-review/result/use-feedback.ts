import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import type { ReviewBatch } from '@xinchu/sdk'
import type { RecordForm } from '../../../ui/form/context.ts'
import { useRecordForm } from '../../../ui/form/use-record-form.ts'
import { textAt } from '../../../ui/form/values.ts'
import { notify } from '../../../ui/notice.tsx'
import type { Outcome } from './confirm-selection.ts'
import { draftOf, feedbackCheck, feedbackSpec, isJudged } from './feedback-model.ts'
import type { Row } from './result-model.ts'

/** The feedback on projects that may fail: at first the experts' opinions. What is typed is kept until it is decided. */
export function useFeedback({ batchYear, batchNo, stage }: ReviewBatch, rows: readonly Row[]): RecordForm {
  const judged = rows.filter(isJudged)
  return useRecordForm({
    id: 'review-feedback',
    recordId: `${batchYear}-${batchNo}-${stage}`,
    specs: judged.map(feedbackSpec),
    initial: Object.fromEntries(judged.map((row) => [row.demoCode, draftOf(row)])),
    check: feedbackCheck(judged),
  })
}

/** Decides, with the feedback of those that fail. What is typed stays kept while a project could not be decided. */
export function useDecision<Variables>(
  form: RecordForm,
  write: UseMutationOptions<Outcome, Error, Variables>,
  saidOf: (succeeded: number) => string,
  onClose: () => void,
) {
  const deciding = useMutation({
    ...write,
    onSuccess({ succeeded, failed }) {
      if (failed[0]) notify(`${failed.length} 项未办成：${failed[0].message}`, 'error')
      else {
        form.saved()
        notify(saidOf(succeeded), 'success')
      }
      onClose()
    },
  })
  return {
    isBusy: deciding.isPending,
    /** Decides if the feedback of these projects is complete, and leads to the first that is not otherwise. */
    decide(failing: readonly Row[], variablesOf: (feedback: { id: number; text: string }[]) => Variables) {
      const judged = failing.filter(isJudged)
      const codes = judged.map(({ demoCode }) => demoCode)
      if (!form.validate('submit', codes)) return
      const { values } = form.store.state()
      deciding.mutate(
        variablesOf(
          judged.map(({ projectId, demoCode }) => ({
            id: projectId,
            text: textAt(values, demoCode).trim(),
          })),
        ),
      )
    },
  }
}
