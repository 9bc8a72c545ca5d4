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
import { useHeldInput } from './use-held-input.ts'
import { useStoredForm } from './use-stored-form.ts'

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
  const keeping = useMutation(progressMutations.keep)
  const acting = useMutation(progressMutations.act)
  const isOpenIn = (report: Progress | undefined) => mayWrite && isEditable(report?.status)
  const { form, setForm, kept, keep, isHeld, isLeftBehind, clash, isOpen } = useStoredForm({
    entity: 'PROGRESS',
    stored: options.stored,
    formOf: (report) => formOf(report, previous, options.buildStatus),
    isOpenIn,
    isBusy: keeping.isPending || acting.isPending,
  })
  const key = { demoProjectId: projectId, ...period }
  const own = draftOf(form, plan)
  const stamp = kept.report ? { id: kept.report.id, version: kept.report.version } : {}
  // The version whose submission the author was asked to confirm: he has read no later one.
  const [asked, setAsked] = useState<typeof stamp>()
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
    // A save beside an action, or before its confirmation, would change the version that the action names.
    isWaiting: isOpen && !isLeftBehind && form !== kept.form && isSound(form) && !acting.isPending && !asked,
    async send() {
      const report = await keeping.mutateAsync({ ...own, ...key, ...stamp, action: 'SAVE' })
      keep({ form, report })
    },
  })
  return {
    form,
    report: kept.report,
    isOpen,
    isHeld,
    clash,
    issues,
    autosave: { ...autosave, state: useHeldInput(isHeld, autosave.state) },
    /** The submission waits for its confirmation. */
    isAsked: asked !== undefined,
    ask: (isAsked: boolean) => setAsked(isAsked ? stamp : undefined),
    isActing: acting.isPending || autosave.isBusy,
    change: (change: Partial<ProgressForm>) => setForm((now) => ({ ...now, ...change })),
    act(action: 'SUBMIT' | 'WITHDRAW', opinion: string) {
      const content = action === 'SUBMIT' ? { ...own, ...key } : {}
      const draft: ProgressDraft = {
        ...content,
        ...(asked ?? stamp),
        action,
        ...(opinion ? { opinion } : {}),
      }
      acting.mutate(draft, {
        onSuccess(report) {
          keep({ form, report })
          setAsked(undefined)
        },
      })
    },
  }
}
