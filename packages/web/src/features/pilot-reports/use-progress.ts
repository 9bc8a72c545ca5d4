import { useMutation } from '@tanstack/react-query'
import { fields } from '@xinchu/contract/fields'
import { checkProgress, checkRecord, type Issue, quarterDays } from '@xinchu/validators'
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
  const { form, setForm, kept, keep, isHeld } = useStoredForm({
    entity: 'PROGRESS',
    stored: options.stored,
    formOf: (report) => formOf(report, previous, options.buildStatus),
    isOpenIn,
    isBusy: keeping.isPending || acting.isPending,
  })
  const key = { demoProjectId: projectId, ...period }
  const own = draftOf(form, plan)
  const stamp = kept.report ? { id: kept.report.id, version: kept.report.version } : {}
  const isOpen = isOpenIn(kept.report)
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
      keep({ form, report })
    },
  })
  return {
    form,
    report: kept.report,
    isOpen,
    isHeld,
    issues,
    autosave,
    isActing: acting.isPending || autosave.isBusy,
    change: (change: Partial<ProgressForm>) => setForm((now) => ({ ...now, ...change })),
    act(action: 'SUBMIT' | 'WITHDRAW', opinion: string, onDone: () => void) {
      const content = action === 'SUBMIT' ? { ...own, ...key } : {}
      const draft: ProgressDraft = { ...content, ...stamp, action, ...(opinion ? { opinion } : {}) }
      acting.mutate(draft, {
        onSuccess(report) {
          keep({ form, report })
          onDone()
        },
      })
    },
  }
}
