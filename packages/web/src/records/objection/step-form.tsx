import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DemoObjection } from '@xinchu/sdk'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useFormSlice } from '../../ui/form/context.ts'
import { FilesField } from '../../ui/form/files-field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { SpecField } from '../../ui/form/spec-field.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { CodeCheck } from '../../ui/review/code-check.tsx'
import { tellDone } from '../tell-done.ts'
import { objectionWrites } from './queries.ts'
import { checkOf, isUnverified, isUpheld, STEPS, type StepAction, specsOf, stepOf } from './step-model.ts'

interface StepFormProps {
  objection: DemoObjection
  action: StepAction
  onClose: () => void
}

const KINDS = [{ bizType: 'OBJECTION', label: '核实材料' }]

const CONCLUSIONS = [
  { value: 'REJECTED', label: '不成立' },
  { value: 'UPHELD', label: '成立，取消拟入选资格' },
]

/** The files that the objector sent, of which some are forwarded. */
function Forwarded({ objection }: { objection: DemoObjection }) {
  const { evidence = [] } = objection
  if (evidence.length === 0) return null
  return (
    <div className="col-span-full">
      <SpecField
        name="fileIds"
        options={evidence.map(({ id, fileName }) => ({ value: String(id), label: fileName }))}
      />
      <p className="mb-2 rounded-md bg-warning-soft px-2.5 py-1.5 text-s text-warning">
        文件内容和属性可能含异议人信息，请逐份核对。转办后文件名改为“证明材料1”等。
      </p>
    </div>
  )
}

function Fields({ objection, action }: Pick<StepFormProps, 'objection' | 'action'>) {
  const { hint } = STEPS[action]
  return (
    <>
      {action === 'VERIFY' && <SpecField name="finding" />}
      {action === 'ANSWER' && <SpecField name="conclusion" options={CONCLUSIONS} />}
      <SpecField name="text" wide {...(hint ? { hint } : {})} />
      {action === 'ANSWER' && isUnverified(objection) && <SpecField name="reason" wide />}
      {action === 'FORWARD' && <Forwarded objection={objection} />}
      {action === 'VERIFY' && <FilesField name="fileIds" label="核实材料" kinds={KINDS} />}
    </>
  )
}

/** Asks again before the project of an upheld objection is cancelled. */
function Cancelling({
  objection,
  isChecked,
  onChecked,
}: {
  objection: DemoObjection
  isChecked: boolean
  onChecked: (isChecked: boolean) => void
}) {
  return (
    <>
      <p className="col-span-full mb-3">
        {objection.demoCode} {objection.projectName}
      </p>
      <SpecField name="cancelReason" wide hint="告知申报单位" />
      <CodeCheck code={objection.demoCode} isChecked={isChecked} onChecked={onChecked} />
    </>
  )
}

function useStepForm({ objection, action }: StepFormProps) {
  return useRecordForm({
    id: 'objection',
    recordId: `${objection.id}-${action}`,
    version: objection.version,
    specs: specsOf(action, objection),
    initial: action === 'FORWARD' ? { text: objection.text ?? '' } : {},
    check: checkOf(action),
  })
}

/** One step of an objection. An upheld one asks again, because it cancels the project. */
export function StepForm(props: StepFormProps) {
  const { objection, action, onClose } = props
  const client = useQueryClient()
  const form = useStepForm(props)
  const [isCancelling, setCancelling] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const upholds = useFormSlice(({ values }) => isUpheld(values), form.api)
  const { title, button, done } = STEPS[action]
  const taking = useMutation({
    ...objectionWrites.step,
    onSuccess({ undo }) {
      form.saved()
      tellDone(client, done, undo ? [undo] : [], '已撤销，恢复到办理之前')
      onClose()
    },
    onError: form.takeError,
  })
  const names = specsOf(action, objection)
    .map(({ name }) => name)
    .filter((name) => isCancelling || name !== 'cancelReason')
  const submit = () => {
    if (!form.validate('submit', names)) return
    if (upholds && !isCancelling) setCancelling(true)
    else taking.mutate(stepOf(action, objection, form.store.state().values))
  }
  return (
    <FormDialog
      form={form}
      title={isCancelling ? `取消“${objection.projectName}”的拟入选资格` : title}
      {...(isCancelling
        ? { description: '异议成立，该项目不再公布；公示页保留并注明已取消。' }
        : { description: objection.projectName })}
      action={isCancelling ? '确认取消资格' : upholds ? '下一步' : button}
      look={isCancelling ? 'danger' : 'primary'}
      isReady={!isCancelling || isChecked}
      busy={taking.isPending}
      onSubmit={submit}
      onClose={onClose}
      more={isCancelling && <Button onClick={() => setCancelling(false)}>上一步</Button>}
    >
      {isCancelling ? (
        <Cancelling objection={objection} isChecked={isChecked} onChecked={setChecked} />
      ) : (
        <Fields objection={objection} action={action} />
      )}
    </FormDialog>
  )
}
