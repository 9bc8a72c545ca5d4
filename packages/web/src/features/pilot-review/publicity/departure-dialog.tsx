import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { tellDone } from '../../../records/tell-done.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { SpecField } from '../../../ui/form/spec-field.tsx'
import { useRecordForm } from '../../../ui/form/use-record-form.ts'
import { textAt } from '../../../ui/form/values.ts'
import { notify } from '../../../ui/notice.tsx'
import { CodeCheck } from '../../../ui/review/code-check.tsx'
import { reviewWrites } from '../writes.ts'
import { checkReason, type Departing, followsFrom, reasonsOf, titleOf, WORDS } from './departure-model.ts'

/** Asks again, and why, before a project is cancelled or quits. Except before the publicity, it can be undone for a few seconds. */
export function DepartureDialog({ onClose, ...departing }: Departing & { onClose: () => void }) {
  const { id, version, action, demoCode, projectName } = departing
  const { button, done } = WORDS[action]
  const { note, hint } = followsFrom(departing)
  const client = useQueryClient()
  const [isChecked, setChecked] = useState(false)
  const form = useRecordForm({
    ...{ id: 'pilot-departure', recordId: `${id}-${action}`, version },
    ...{ specs: reasonsOf(action), initial: {}, check: checkReason },
  })
  const moving = useMutation({
    ...reviewWrites.move,
    onSuccess({ failed, undo }) {
      const [refused] = failed
      if (refused) return notify(refused.message)
      form.saved()
      tellDone(client, done, undo ? [undo] : [], '已撤销，恢复到办理之前')
      onClose()
    },
    onError: form.takeError,
  })
  const submit = () => {
    if (!form.validate('submit', ['reason'])) return
    const opinion = textAt(form.store.state().values, 'reason').trim()
    moving.mutate({ ids: [id], versions: [{ id, version }], action, opinion })
  }
  return (
    <FormDialog
      form={form}
      title={titleOf(departing)}
      description={note}
      action={button}
      look="danger"
      isReady={isChecked}
      busy={moving.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="col-span-full mb-3">
        {demoCode} {projectName}
      </p>
      <SpecField name="reason" wide hint={hint} />
      <CodeCheck code={demoCode} isChecked={isChecked} onChecked={setChecked} />
    </FormDialog>
  )
}
