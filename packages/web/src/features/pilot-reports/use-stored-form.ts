import { useState } from 'react'
import { useChanged } from '../../records/watched.ts'
import { goneOn } from './merged-form.ts'

interface Stored {
  id?: number
  version?: number
}

interface StoredFormOptions<Form, Report> {
  entity: 'PROGRESS' | 'ANNUAL'
  /** The report as it was last read. */
  stored: Report
  formOf: (report: Report) => Form
  /** Whether the author may write into this report. */
  isOpenIn: (report: Report) => boolean
  /** A write of this page is under way. Its answer comes before what is read. */
  isBusy: boolean
}

const NONE = 0

/** Fields that the author and somebody else have both changed. Nothing is saved until one of both is chosen. */
export interface ReportClash {
  /** Inner ones as the path to them: `usage.chargeEnergy`. */
  names: readonly string[]
  choose: (which: 'mine' | 'theirs') => void
}

/**
 * The form of a report that saves itself. A newer version that somebody else has stored is taken over, field by field:
 * what is being typed is never replaced. It goes on as a change of the newer version once the page has told of the step,
 * and where both changed a field, once the author has chosen.
 */
export function useStoredForm<Form, Report extends Stored | undefined>(
  options: StoredFormOptions<Form, Report>,
) {
  const { entity, stored, formOf, isOpenIn, isBusy } = options
  const [form, setForm] = useState(() => formOf(stored))
  // With the form that the input started from: what differs from it was typed.
  const [kept, setKept] = useState({ form, base: form, report: stored })
  const [isHeld, setHeld] = useState(false)
  const { isChanged } = useChanged(entity, stored?.id ?? NONE)
  const isTyped = isHeld || form !== kept.form
  const isLater = (stored?.version ?? -1) > (kept.report?.version ?? -1)
  const isBehind = isLater && !isBusy
  const merge =
    isBehind && isTyped && isChanged && isOpenIn(stored)
      ? goneOn({ base: kept.base, mine: form, before: formOf(kept.report), after: formOf(stored) })
      : undefined
  if (isBehind && (!isTyped || merge?.clashes.length === 0)) {
    const next = merge?.form ?? formOf(stored)
    setForm(() => next)
    // The same form: it is not saved before its author has looked at it and changed it.
    setKept({ form: next, base: merge?.base ?? next, report: stored })
    setHeld(isTyped)
  }
  const clash: ReportClash | undefined = merge && {
    names: merge.clashes,
    choose(which) {
      const next = which === 'mine' ? merge.form : merge.theirs
      setForm(() => next)
      // Other than the form: what was chosen is saved.
      setKept({ form: merge.base, base: merge.base, report: stored })
      setHeld(false)
    },
  }
  const isLeftBehind = isBehind && isTyped
  return {
    form,
    setForm,
    kept,
    /** Notes what was stored: the report and the form that it holds. */
    keep(stored: { form: Form; report: Report }) {
      setKept({ ...stored, base: stored.form })
      setHeld(false)
    },
    /** Input that was typed before the last step of somebody else is still in the form, and stored nowhere. */
    isHeld: isHeld || isLeftBehind,
    /** The input belongs to a version that is no longer the last: a save of it would be refused. */
    isLeftBehind,
    clash,
    /** Whether the author may write into the last version. */
    isOpen: isOpenIn(isLeftBehind ? stored : kept.report),
  }
}
