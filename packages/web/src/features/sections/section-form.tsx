import { useMutation } from '@tanstack/react-query'
import { fields } from '@xinchu/sdk/fields'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FilesField } from '../../ui/form/files-field.tsx'
import { DraftOffer, Form } from '../../ui/form/form.tsx'
import { SpecField } from '../../ui/form/spec-field.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { valuesOf } from '../../ui/form/values.ts'
import { notify } from '../../ui/notice.tsx'
import { categories } from './categories.ts'
import { type Category, type Section, type SectionDraft, saveSection } from './queries.ts'

const UNITS = ['GWh', 'GW', '台套'].map((value) => ({ value, label: value }))
const files = [{ bizType: 'SECTION', label: '附件' }]

interface SectionFormProps {
  category: Category
  /** The article that is changed; a new one where absent. */
  section: Section | undefined
  onClose: () => void
}

function useSectionForm({ category, section, onClose }: SectionFormProps) {
  const stored = section && { ...section, attachmentIds: section.attachments }
  const form = useRecordForm({
    id: `section-${category}`,
    recordId: section?.id,
    version: section?.version,
    specs: fields.SectionDraft,
    initial: stored ? valuesOf(fields.SectionDraft, stored) : { category },
  })
  const saving = useMutation({
    mutationFn: () => saveSection(form.store.draft() as unknown as SectionDraft, section), // checked by the same contract
    onSuccess() {
      form.saved()
      notify('已保存', 'success')
      onClose()
    },
    onError: (error) => form.takeError(error),
  })
  const submit = () => {
    if (form.validate('submit')) saving.mutate()
  }
  return { form, submit, isSaving: saving.isPending }
}

/** Writes an article or changes one; it is seen by others once it is published. */
export function SectionForm(props: SectionFormProps) {
  const { category, section, onClose } = props
  const { form, submit, isSaving } = useSectionForm(props)
  const { title, names } = categories[category]
  return (
    <Dialog
      open
      onClose={onClose}
      title={section ? `修改${title}内容` : `新增${title}内容`}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" busy={isSaving} onClick={submit}>
            保存
          </Button>
        </>
      }
    >
      <Form form={form} onSubmit={submit} className="grid max-h-[62dvh] gap-x-4 overflow-y-auto px-1">
        <DraftOffer form={form} />
        <SpecField name="title" wide />
        {names.map((name) =>
          name === 'capacityUnit' ? (
            <SpecField key={name} name={name} options={UNITS} />
          ) : (
            <SpecField key={name} name={name} />
          ),
        )}
        <SpecField name="summary" wide />
        <SpecField name="content" wide />
        <FilesField name="attachmentIds" kinds={files} />
      </Form>
    </Dialog>
  )
}
