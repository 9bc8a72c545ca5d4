import { useMutation } from '@tanstack/react-query'
import { fields } from '@xinchu/contract/fields'
import type { PublicDemo } from '@xinchu/sdk'
import { countWords, type FieldSpec, issue, OBJECTION_WORDS } from '@xinchu/validators'
import { useState } from 'react'
import { today } from '../../../lib/beijing.ts'
import { objectionWrites, type PaperDraft } from '../../../records/objection/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { FilesField } from '../../../ui/form/files-field.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import type { CrossCheck } from '../../../ui/form/issues.ts'
import { SpecField } from '../../../ui/form/spec-field.tsx'
import { useRecordForm } from '../../../ui/form/use-record-form.ts'
import { type FormValues, filesAt, textAt } from '../../../ui/form/values.ts'
import { notify } from '../../../ui/notice.tsx'

/** Name of a field of the person, by which it is known as one that is never kept. */
const objector = (name: string) => `objector${name.charAt(0).toUpperCase()}${name.slice(1)}`

const PERSON: readonly FieldSpec[] = fields.ObjectionPerson.map((spec) => ({
  ...spec,
  name: objector(spec.name),
}))
const REQUIRED: readonly string[] = [
  ...['projectId', 'receivedDate', 'text', 'evidenceIds'],
  ...['name', 'phone'].map(objector),
]

const specs: readonly FieldSpec[] = [
  ...fields.PaperObjectionDraft.filter(({ name }) => name !== 'person'),
  ...PERSON,
].map((spec) => ({ ...spec, ...(REQUIRED.includes(spec.name) ? { required: 'submit' as const } : {}) }))

const KINDS = [{ bizType: 'OBJECTION', label: '原件扫描件与证明材料', required: true }]

const check: CrossCheck = (_draft, _stage, values) => {
  const left = OBJECTION_WORDS - countWords(textAt(values, 'text'))
  return left > 0 ? [issue('text', `还需 ${left} 字`, 'error', 'E-030')] : []
}

function draftOf(values: FormValues): PaperDraft {
  const given = (name: string) => textAt(values, name).trim()
  const [unit, creditCode] = [given(objector('unit')), given(objector('creditCode'))]
  return {
    projectId: Number(given('projectId')),
    receivedDate: given('receivedDate'),
    person: {
      ...{ name: given(objector('name')), phone: given(objector('phone')) },
      ...(unit ? { unit } : {}),
      ...(creditCode ? { creditCode } : {}),
    },
    text: given('text'),
    evidenceIds: filesAt(values, 'evidenceIds').map(({ id }) => id),
  }
}

interface PaperFormProps {
  projects: readonly PublicDemo[]
  onClose: () => void
}

/** Registers an objection that came on paper. */
function PaperForm({ projects, onClose }: PaperFormProps) {
  const form = useRecordForm({
    ...{ id: 'objection' as const, recordId: 'paper', specs, check },
    initial: { receivedDate: today() },
  })
  const registering = useMutation({
    ...objectionWrites.register,
    onSuccess({ receiptNo }) {
      form.saved()
      notify(`已登记，回执编号 ${receiptNo}`, 'success')
      onClose()
    },
    onError: form.takeError,
  })
  return (
    <FormDialog
      form={form}
      title="登记书面异议"
      description="公示期内以书面收到的异议，须有署名原件。异议人信息只有国家能源主管部门和平台运营单位知悉。"
      action="登记"
      busy={registering.isPending}
      onSubmit={() => form.validate('submit') && registering.mutate(draftOf(form.store.state().values))}
      onClose={onClose}
    >
      <SpecField
        name="projectId"
        wide
        options={projects.map(({ id, demoCode, projectName }) => ({
          value: String(id),
          label: `${demoCode} ${projectName}`,
        }))}
      />
      <SpecField name="receivedDate" />
      {PERSON.map(({ name }) => (
        <SpecField key={name} name={name} />
      ))}
      <SpecField name="text" wide />
      <FilesField name="evidenceIds" label="原件扫描件与证明材料" kinds={KINDS} />
    </FormDialog>
  )
}

/** Opens the form for an objection on paper. */
export function PaperObjection({ projects }: Pick<PaperFormProps, 'projects'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>登记书面异议…</Button>
      {isOpen && <PaperForm projects={projects} onClose={() => setOpen(false)} />}
    </>
  )
}
