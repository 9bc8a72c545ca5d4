import type { DueItem } from '@xinchu/sdk'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { Form } from '../../ui/form/form.tsx'
import { SpecField } from '../../ui/form/spec-field.tsx'
import { notify } from '../../ui/notice.tsx'
import { SaveStateText } from '../../ui/save-state.tsx'
import { Loading } from '../../ui/states.tsx'
import { useYearForm } from './use-year-form.ts'
import { useYearRemarks } from './use-year-remarks.ts'
import { storedOf, useStored, useYearSaving } from './use-year-saving.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'
import { Attachments, General, YearHead } from './year-form-parts.tsx'
import { YearSheet } from './year-sheet.tsx'
import { YearConflict, YearRestored } from './year-state.tsx'
import { YearSubmit } from './year-submit.tsx'

const RemarkList = lazy(() => import('./remark-list.tsx').then(({ RemarkList: of }) => ({ default: of })))

interface YearFormProps {
  due: DueItem
  isWindowOpen: boolean
  /** Reopens the form with the stored values. */
  onReopen: () => void
}

/** The yearly calculation of the user's office: its rows as a sheet, its totals, grounds and files. */
export function YearForm({ due, isWindowOpen, onReopen }: YearFormProps) {
  const base = useStored(due)
  const form = useYearForm(due, base.stored?.version)
  const isOpen = due.editable && isWindowOpen
  const saving = useYearSaving({ form, base, isOpen, onSubmitted: onReopen })
  const { autosave, isDirty } = saving
  const [isAsking, setAsking] = useState(false)
  const [isTakingBack, setTakingBack] = useState(false)
  // Without input here, a version saved by another device is shown immediately.
  const isOutdated = base.isForeign && !isDirty && !autosave.isBusy
  const reopen = useEffectEvent(onReopen)
  useEffect(() => {
    if (isOutdated) reopen()
  }, [isOutdated])
  const remarks = useYearRemarks(due, form, isOpen)
  const submit = () => {
    if (!form.validate('submit')) return notify('请先改正标出的内容')
    autosave.saveNow()
    setAsking(true)
  }
  const state = isOpen && <SaveStateText state={saving.state} onRetry={autosave.saveNow} />
  return (
    <Form form={form} onSubmit={autosave.saveNow} className="card">
      <YearHead
        due={due}
        isOpen={isOpen}
        state={state}
        onSubmit={submit}
        onWithdraw={() => setTakingBack(true)}
      />
      {isOpen && <YearRestored form={form} />}
      {base.isForeign && isDirty && (
        <YearConflict
          due={due}
          onMine={() => due.item && base.setStored(storedOf(due.item))}
          onTheirs={() => {
            form.saved()
            onReopen()
          }}
        />
      )}
      <General />
      <YearSheet isOpen={isOpen} hasKeys={!isAsking} remarks={remarks} />
      <div className="form-grid px-4 pt-3.5">
        <SpecField name="plannedInvestment" disabled={!isOpen} />
        <SpecField name="target2027Power" disabled={!isOpen} />
        <SpecField name="target2030Power" disabled={!isOpen} />
        <SpecField name="basis" disabled={!isOpen} />
        <Attachments files={due.item?.attachments} isOpen={isOpen} />
      </div>
      {remarks.length > 0 && (
        <div className="px-4 pb-4">
          <Suspense fallback={<Loading rows={3} />}>
            <RemarkList of={due.scopeName ?? ''} remarks={remarks} />
          </Suspense>
        </div>
      )}
      {isTakingBack && due.item && (
        <WithdrawDialog item={due.item} onDone={onReopen} onClose={() => setTakingBack(false)} />
      )}
      {isAsking && (
        <YearSubmit
          due={due}
          changedFields={isDirty ? undefined : base.stored?.changedFields}
          remarks={remarks}
          isBusy={saving.isSubmitting || autosave.isBusy}
          onSubmit={saving.submit}
          onClose={() => setAsking(false)}
        />
      )}
    </Form>
  )
}
