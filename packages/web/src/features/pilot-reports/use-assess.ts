import { useMutation } from '@tanstack/react-query'
import { PartStatus } from '@xinchu/contract/codes'
import { useState } from 'react'
import { useAutosave } from '../../app/use-autosave.ts'
import { useCan } from '../../app/use-can.ts'
import {
  type Answer,
  type Answers,
  answersOf,
  isSound,
  itemsOf,
  leavesOf,
  NO_ANSWER,
} from './assess-model.ts'
import { type AssessIndex, type IndexValue, type IndexValueDraft, pilotReportMutations } from './queries.ts'

interface AssessOptions {
  key: Pick<IndexValueDraft, 'demoProjectId' | 'stage' | 'year'>
  tree: readonly AssessIndex[]
  stored: IndexValue | null
  isWindowOpen: boolean
}

/** The self-assessment of a project. Autosaves input until it is submitted. */
export function useAssess({ key, tree, stored, isWindowOpen }: AssessOptions) {
  const indices = leavesOf(tree)
  const [answers, setAnswers] = useState<Answers>(() => answersOf(stored))
  const [kept, setKept] = useState({ answers, value: stored })
  const keeping = useMutation(pilotReportMutations.keepValues)
  const submitting = useMutation(pilotReportMutations.submitValues)
  const answerOf = (id: number) => answers.get(id) ?? NO_ANSWER
  const draftOf = (submit: boolean): IndexValueDraft => ({
    ...key,
    submit,
    values: itemsOf(indices, answers),
    ...(kept.value ? { version: kept.value.version } : {}),
  })
  const isSubmitted = kept.value?.status === PartStatus.complete
  const isOpen = useCan(['index:add']) && isWindowOpen && !isSubmitted
  const isDirty = answers !== kept.answers
  const autosave = useAutosave({
    stamp: answers,
    // A save beside the submission would meet the version that it has changed, or the other way round.
    isWaiting:
      isOpen &&
      isDirty &&
      !submitting.isPending &&
      indices.every((index) => isSound(index, answerOf(index.id))),
    async send() {
      const value = await keeping.mutateAsync(draftOf(false))
      setKept({ answers, value })
    },
  })
  return {
    indices,
    answers,
    answerOf,
    isOpen,
    isSubmitted,
    submitTime: kept.value?.submitTime,
    autosave,
    isSubmitting: submitting.isPending || autosave.isBusy,
    change(id: number, change: Partial<Answer>) {
      setAnswers((all) => new Map(all).set(id, { ...(all.get(id) ?? NO_ANSWER), ...change }))
    },
    submit: (onDone: () => void) =>
      submitting.mutate(draftOf(true), {
        onSuccess(value) {
          setKept({ answers, value })
          onDone()
        },
      }),
  }
}
