import { useMutation, useQuery } from '@tanstack/react-query'
import { SectionStatus } from '@xinchu/sdk/codes'
import { fields } from '@xinchu/sdk/fields'
import { useEffect, useState } from 'react'
import { perform } from '../../app/query-client.ts'
import { markupOf, paragraphsOf } from '../../lib/rich-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FilesField } from '../../ui/form/files-field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { SpecField } from '../../ui/form/spec-field.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { type FormValues, textAt, valuesOf } from '../../ui/form/values.ts'
import { notify } from '../../ui/notice.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { categories } from './categories.ts'
import {
  type Category,
  type Section,
  type SectionDraft,
  sectionMutations,
  sectionQueries,
} from './queries.ts'
import { ResearchField } from './research-field.tsx'

const UNITS = ['GWh', 'GW', '台套'].map((value) => ({ value, label: value }))
const files = [{ bizType: 'SECTION', label: '附件' }]
const specs = fields.SectionDraft

/** Input text: one line per paragraph. */
const plain = (content: string | undefined) => paragraphsOf(content ?? '').join('\n')

function initialOf(category: Category, section: Section | undefined): FormValues {
  if (!section) return { category }
  const stored = { ...section, attachmentIds: section.attachments ?? [] }
  return { ...valuesOf(specs, stored), content: plain(section.content) }
}

export interface SectionFormProps {
  category: Category
  /** The article to edit; a new one if absent. */
  section: Section | undefined
  /** Whether publishing failed because it is incomplete. Missing fields are shown at once. */
  isIncomplete?: boolean
  onClose: () => void
}

function useSectionForm({ category, section, isIncomplete = false, onClose }: SectionFormProps) {
  // A new article that was saved but not published is edited from then on.
  const [stored, setStored] = useState(section)
  const form = useRecordForm({
    id: `section-${category}`,
    recordId: section?.id,
    version: section?.version,
    specs,
    initial: initialOf(category, section),
  })
  const { validate } = form
  useEffect(() => {
    if (isIncomplete) validate('submit')
  }, [isIncomplete, validate])
  const saving = useMutation({
    meta: { showsFieldErrors: true },
    async mutationFn(publish: boolean) {
      const text = textAt(form.store.state().values, 'content')
      // Existing markup is kept while its text is unchanged.
      const content = text === plain(stored?.content) ? (stored?.content ?? '') : markupOf(text)
      const draft = { ...form.store.draft(), content } as SectionDraft // checked by the same contract
      const saved = await perform(sectionMutations.save, { draft, stored })
      setStored(saved)
      if (publish)
        await perform(sectionMutations.setStatus, { listed: saved, status: SectionStatus.published })
    },
    onSuccess(_, publish) {
      form.saved()
      notify(publish ? '已发布' : '已保存', 'success')
      onClose()
    },
    onError: form.takeError,
  })
  const isPublished = stored?.status === SectionStatus.published
  const send = (publish: boolean) => {
    if (form.validate(publish || isPublished ? 'submit' : 'draft')) saving.mutate(publish)
  }
  return { form, send, saving, isPublished }
}

/** Form of an article. Others see it once published, which requires more fields. */
export function SectionForm(props: SectionFormProps) {
  const { category, section, onClose } = props
  const { form, send, saving, isPublished } = useSectionForm(props)
  const { title, names } = categories[category]
  const isBusy = (publish: boolean) => saving.isPending && saving.variables === publish
  const save = (
    <Button busy={isBusy(false)} disabled={saving.isPending} onClick={() => send(false)}>
      存为草稿
    </Button>
  )
  return (
    <FormDialog
      form={form}
      title={section ? `修改${title}内容` : `新增${title}内容`}
      action={isPublished ? '保存' : '发布'}
      busy={isBusy(!isPublished)}
      onSubmit={() => send(!isPublished)}
      onClose={onClose}
      more={!isPublished && save}
    >
      <SpecField name="title" wide />
      {names.map((name) =>
        name === 'capacityUnit' ? (
          <SpecField key={name} name={name} options={UNITS} />
        ) : (
          <SpecField key={name} name={name} />
        ),
      )}
      {category === 'platform' && <ResearchField />}
      <SpecField name="summary" wide />
      <SpecField name="content" wide />
      <div className="col-span-full">
        <FilesField name="attachmentIds" kinds={files} />
      </div>
    </FormDialog>
  )
}

interface ChangeSectionProps {
  /** As the list has it, without its text. */
  listed: Section
  isIncomplete: boolean
  onClose: () => void
}

/** Loads a complete article and opens its form. */
export function ChangeSection({ listed, isIncomplete, onClose }: ChangeSectionProps) {
  const { category, id, title } = listed
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...sectionQueries.one(category, id),
    staleTime: 0,
  })
  // The cached article may have been changed by someone else.
  if (data && isFetchedAfterMount)
    return <SectionForm category={category} section={data} isIncomplete={isIncomplete} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={title} footer={<Button onClick={onClose}>取消</Button>}>
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading />}
    </Dialog>
  )
}
