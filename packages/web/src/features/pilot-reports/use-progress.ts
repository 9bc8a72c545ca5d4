import { useMutation } from '@tanstack/react-query'
import { fields } from '@xinchu/contract/fields'
import { checkProgress, checkRecord, type Issue, quarterDays } from '@xinchu/validators'
import { useState } from 'react'
import { useAutosave } from '../../app/use-autosave.ts'
import {
  draftOf,
  formOf,
  isEditable,
  isSound,
  type ProgressForm,
  type Quarter,
  stateOf,
} from './progress-model.ts'
import { type Milestone, type Progress, type ProgressDraft, progressMutations } from './progress-queries.ts'

interface ProgressOptions {
  projectId: number
  period: Quarter
  plan: readonly Milestone[]
  stored: Progress | undefined
  previous: Progress | undefined
  buildStatus: string | undefined
  mayWrite: boolean
  /** A linked station reports the figures of its operation. */
  hasStation: boolean
}

/** A project's report of a quarter. Autosaves input until it is submitted. */
export function useProgress(options: ProgressOptions) {
  const { projectId, period, plan, previous, mayWrite, hasStation } = options
  const [form, setForm] = useState(() => formOf(options.stored, previous, options.buildStatus))
  const [kept, setKept] = useState({ form, report: options.stored })
  const keeping = useMutation(progressMutations.keep)
  const acting = useMutation(progressMutations.act)
  const key = { demoProjectId: projectId, ...period }
  const own = draftOf(form, plan)
  const stamp = kept.report ? { id: kept.report.id, version: kept.report.version } : {}
  const isOpen = mayWrite && isEditable(kept.report?.status)
  const issues: Issue[] = [
    ...checkRecord({ ...own, ...key }, fields.ProgressFields, 'submit').filter(
      // The server takes them from the station's quarterly form.
      ({ field }) => !(hasStation && field === 'usage'),
    ),
    ...checkProgress(
      { ...own },
      { previous: previous && { ...previous }, milestones: stateOf(plan, form), days: quarterDays(period) },
    ),
  ]
  const autosave = useAutosave({
    stamp: form,
    // A save beside an action would meet the version that the action has changed, or the other way round.
    isWaiting: isOpen && form !== kept.form && isSound(form) && !acting.isPending,
    async send() {
      const report = await keeping.mutateAsync({ ...own, ...key, ...stamp, action: 'SAVE' })
      setKept({ form, report })
    },
  })
  return {
    form,
    report: kept.report,
    isOpen,
    issues,
    autosave,
    isActing: acting.isPending || autosave.isBusy,
    change: (change: Partial<ProgressForm>) => setForm((now) => ({ ...now, ...change })),
    act(action: 'SUBMIT' | 'WITHDRAW', opinion: string, onDone: () => void) {
      const content = action === 'SUBMIT' ? { ...own, ...key } : {}
      const draft: ProgressDraft = { ...content, ...stamp, action, ...(opinion ? { opinion } : {}) }
      acting.mutate(draft, {
        onSuccess(report) {
          setKept({ form, report })
          onDone()
        },
      })
    },
  }
}
