import { useState } from 'react'
import { useChanged } from '../../records/watched.ts'

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

/**
 * The form of a report that saves itself. A newer version that somebody else has stored is taken over, unless something
 * is being typed: this is never replaced. It goes on as a change of the newer version once the page has told of the step.
 */
export function useStoredForm<Form, Report extends Stored | undefined>(
  options: StoredFormOptions<Form, Report>,
) {
  const { entity, stored, formOf, isOpenIn, isBusy } = options
  const [form, setForm] = useState(() => formOf(stored))
  const [kept, setKept] = useState({ form, report: stored })
  const [isHeld, setHeld] = useState(false)
  const { isChanged } = useChanged(entity, stored?.id ?? NONE)
  const isTyped = isHeld || form !== kept.form
  const isLater = (stored?.version ?? -1) > (kept.report?.version ?? -1)
  if (isLater && !isBusy && (!isTyped || (isChanged && isOpenIn(stored)))) {
    const next = isTyped ? form : formOf(stored)
    setForm(() => next)
    // The same form: it is not saved before its author has looked at it and changed it.
    setKept({ form: next, report: stored })
    setHeld(isTyped)
  }
  const isLeftBehind = isLater && isTyped && !isBusy
  return {
    form,
    setForm,
    kept,
    /** Notes what was stored: the report and the form that it holds. */
    keep(stored: { form: Form; report: Report }) {
      setKept(stored)
      setHeld(false)
    },
    /** Input that was typed before the last step of somebody else is still in the form, and stored nowhere. */
    isHeld: isHeld || isLeftBehind,
    /** The input belongs to a version that is no longer the last: a save of it would be refused. */
    isLeftBehind,
    /** Whether the author may write into the last version. */
    isOpen: isOpenIn(isLeftBehind ? stored : kept.report),
  }
}
