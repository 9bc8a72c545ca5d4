import type { DueItem } from '@xinchu/sdk'
import { Form } from '../../ui/form/form.tsx'
import { DraftOffer } from '../../ui/form/form-bar.tsx'
import { SpecField } from '../../ui/form/spec-field.tsx'
import { useYearForm, useYearSaving } from './use-year-form.ts'
import { Attachments, General, YearHead } from './year-form-parts.tsx'
import { YearSheet } from './year-sheet.tsx'

interface YearFormProps {
  due: DueItem
  isWindowOpen: boolean
}

/** The yearly calculation of the user's office: its rows as a sheet, its totals, grounds and files. */
export function YearForm({ due, isWindowOpen }: YearFormProps) {
  const form = useYearForm(due)
  const { send, isBusy } = useYearSaving(due, form)
  const isOpen = due.editable && isWindowOpen
  return (
    <Form form={form} onSubmit={() => send('SAVE')} className="card">
      <YearHead due={due} isOpen={isOpen} isBusy={isBusy} onSend={send} />
      {isOpen && form.offer && (
        <div className="px-4 pt-2.5">
          <DraftOffer form={form} />
        </div>
      )}
      <General />
      <YearSheet isOpen={isOpen} />
      <div className="form-grid px-4 pt-3.5">
        <SpecField name="plannedInvestment" disabled={!isOpen} />
        <SpecField name="target2027Power" disabled={!isOpen} />
        <SpecField name="target2030Power" disabled={!isOpen} />
        <SpecField name="basis" disabled={!isOpen} />
        <Attachments files={due.item?.attachments} isOpen={isOpen} />
      </div>
    </Form>
  )
}
