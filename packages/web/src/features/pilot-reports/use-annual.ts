import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useAutosave } from '../../app/use-autosave.ts'
import { type AnnualForm, draftOf, formOf, isSound, restored, type UsageName } from './annual-model.ts'
import {
  type AnnualAction,
  type AnnualDraft,
  type AnnualKey,
  type AnnualReport,
  annualMutations,
} from './annual-queries.ts'
import { useHeldInput } from './use-held-input.ts'
import { useStoredForm } from './use-stored-form.ts'

interface AnnualOptions extends AnnualKey {
  stored: AnnualReport
  mayWrite: boolean
}

const stampOf = ({ id, version = 0 }: AnnualReport) => (id === undefined ? {} : { id, version })

/** A project's report of a year. Autosaves the author's input until it is submitted. */
export function useAnnual({ demoProjectId, year, stored, mayWrite }: AnnualOptions) {
  const keeping = useMutation(annualMutations.keep)
  const acting = useMutation(annualMutations.act)
  const isOpenIn = ({ flow }: AnnualReport) => mayWrite && flow.actions.includes('SAVE')
  const isBusy = keeping.isPending || acting.isPending
  const { form, setForm, kept, keep, isHeld, isLeftBehind, clash, isOpen } = useStoredForm({
    entity: 'ANNUAL',
    stored,
    formOf,
    isOpenIn,
    isBusy,
  })
  const { report } = kept
  // With the report as it is shown now: a step of others must not be decided unseen.
  const [chosen, choose] = useState<{ action: AnnualAction; of: AnnualReport }>()
  const key = { demoProjectId, year }
  const autosave = useAutosave({
    stamp: form,
    // A save beside an action, or between its choice and its confirmation, would change the version that the action names.
    isWaiting: isOpen && !isLeftBehind && form !== kept.form && isSound(form) && !acting.isPending && !chosen,
    async send() {
      const saved = await keeping.mutateAsync({
        ...draftOf(form),
        ...key,
        ...stampOf(report),
        action: 'SAVE',
      })
      keep({ form, report: saved })
    },
  })
  return {
    form,
    report,
    isOpen,
    isHeld,
    clash,
    autosave: { ...autosave, state: useHeldInput(isHeld, autosave.state) },
    chosen,
    choose,
    isActing: acting.isPending || autosave.isBusy,
    change: (change: Partial<AnnualForm>) => setForm((now) => ({ ...now, ...change })),
    /** Resets figures to the sums of the quarters, and removes their reasons. */
    restore(names: readonly UsageName[]) {
      setForm((now) => restored(now, names, report.quarterSums ?? {}))
    },
    /** Takes the chosen action. */
    act(opinion: string) {
      if (!chosen) return
      const { action, of } = chosen
      const content = action === 'SUBMIT' ? { ...draftOf(form), ...key } : {}
      const draft: AnnualDraft = { ...content, ...stampOf(of), action, ...(opinion ? { opinion } : {}) }
      acting.mutate(draft, {
        onSuccess(next) {
          keep({ form, report: next })
          choose(undefined)
        },
      })
    },
  }
}

export type Annual = ReturnType<typeof useAnnual>
