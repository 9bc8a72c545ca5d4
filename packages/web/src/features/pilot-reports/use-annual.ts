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

interface AnnualOptions extends AnnualKey {
  stored: AnnualReport
  mayWrite: boolean
}

/** A project's report of a year. Autosaves the author's input until it is submitted. */
export function useAnnual({ demoProjectId, year, stored, mayWrite }: AnnualOptions) {
  const [form, setForm] = useState(() => formOf(stored))
  const [kept, setKept] = useState({ form, report: stored })
  const keeping = useMutation(annualMutations.keep)
  const acting = useMutation(annualMutations.act)
  const { report } = kept
  const stamp = report.id === undefined ? {} : { id: report.id, version: report.version ?? 0 }
  const isOpen = mayWrite && report.flow.actions.includes('SAVE')
  const key = { demoProjectId, year }
  const autosave = useAutosave({
    stamp: form,
    // A save beside an action would meet the version that the action has changed, or the other way round.
    isWaiting: isOpen && form !== kept.form && isSound(form) && !acting.isPending,
    async send() {
      const saved = await keeping.mutateAsync({ ...draftOf(form), ...key, ...stamp, action: 'SAVE' })
      setKept({ form, report: saved })
    },
  })
  return {
    form,
    report,
    isOpen,
    autosave,
    isActing: acting.isPending || autosave.isBusy,
    change: (change: Partial<AnnualForm>) => setForm((now) => ({ ...now, ...change })),
    /** Resets figures to the sums of the quarters, and removes their reasons. */
    restore(names: readonly UsageName[]) {
      setForm((now) => restored(now, names, report.quarterSums ?? {}))
    },
    act(action: AnnualAction, opinion: string, onDone: () => void) {
      const content = action === 'SUBMIT' ? { ...draftOf(form), ...key } : {}
      const draft: AnnualDraft = { ...content, ...stamp, action, ...(opinion ? { opinion } : {}) }
      acting.mutate(draft, {
        onSuccess(next) {
          setKept({ form, report: next })
          onDone()
        },
      })
    },
  }
}

export type Annual = ReturnType<typeof useAnnual>
