import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { SectionStatus } from '@xinchu/contract/codes'
import { fields } from '@xinchu/contract/fields'
import { LONG_TEXT } from '@xinchu/validators'
import { useEffect, useState } from 'react'
import { perform } from '../../app/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FilesField } from '../../ui/form/files-field.tsx'
import { FlagsField } from '../../ui/form/flags-field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { RichField } from '../../ui/form/rich-field.tsx'
import { SpecField } from '../../ui/form/spec-field.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { useStored } from '../../ui/form/use-stored.ts'
import { type FormValues, valuesOf } from '../../ui/form/values.ts'
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
import { Article } from './section-detail.tsx'

const UNITS = ['GWh', 'GW', '台套'].map((value) => ({ value, label: value }))
const files = [{ bizType: 'SECTION', label: '附件' }]
// An address is one line.
const specs = fields.SectionDraft.map((spec) =>
  spec.name === 'sourceUrl' ? { ...spec, maxLength: LONG_TEXT - 1 } : spec,
)
const RELATED = 500

function initialOf(category: Category, section: Section | undefined): FormValues {
  if (!section) return { category }
  return valuesOf(specs, { ...section, attachmentIds: section.attachments ?? [] })
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
  const form = useRecordForm({
    id: `section-${category}`,
    recordId: section?.id,
    version: section?.version,
    specs,
    initial: initialOf(category, section),
  })
  const client = useQueryClient()
  const { stored, setStored, save } = useStored({
    form,
    given: section,
    read: (id) => client.fetchQuery({ ...sectionQueries.found(category, id), staleTime: 0 }),
    valuesOf: (found) => initialOf(category, found),
  })
  const { validate } = form
  useEffect(() => {
    if (isIncomplete) validate('submit')
  }, [isIncomplete, validate])
  const saving = useMutation({
    meta: { showsFieldErrors: true },
    async mutationFn(publish: boolean) {
      const draft = form.store.draft() as SectionDraft // checked by the same contract
      const saved = await save((of, call) =>
        perform(client, sectionMutations.save, { draft, stored: of, call }),
      )
      setStored(saved)
      if (publish && saved.status !== SectionStatus.published)
        await perform(client, sectionMutations.setStatus, { listed: saved, status: SectionStatus.published })
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
  return { form, send, saving, stored, isPublished }
}

/** Form of an article. Others see it once published, which requires more fields. */
export function SectionForm(props: SectionFormProps) {
  const { category, section, onClose } = props
  const { form, send, saving, stored, isPublished } = useSectionForm(props)
  const { title, names } = categories[category]
  const [preview, setPreview] = useState<Section>()
  const isBusy = (publish: boolean) => saving.isPending && saving.variables === publish
  const show = () => {
    const draft = form.store.draft() as SectionDraft // checked by the same contract
    const attachments = section?.attachments ?? []
    setPreview({ ...draft, id: section?.id ?? 0, status: SectionStatus.draft, attachments })
  }
  const save = (
    <Button busy={isBusy(false)} disabled={saving.isPending} onClick={() => send(false)}>
      存为草稿
    </Button>
  )
  return (
    <>
      <FormDialog
        form={form}
        title={stored ? `修改${title}内容` : `新增${title}内容`}
        action={isPublished ? '保存' : '发布'}
        busy={isBusy(!isPublished)}
        onSubmit={() => send(!isPublished)}
        onClose={onClose}
        more={
          <>
            <Button onClick={show}>预览</Button>
            {!isPublished && save}
          </>
        }
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
        <RichField name="content" hint="从 Word 粘贴时只保留段落、标题、列表和表格" />
        {category === 'policy' && <Supersedes own={section?.id} />}
        <SpecField name="onlineFrom" hint="发布后自此日起可见，不填为立即" />
        <SpecField name="onlineUntil" hint="此日后不再可见，不填为长期" />
        <FlagsField label="展示" names={['pinned']} />
        <div className="col-span-full">
          <FilesField name="attachmentIds" kinds={files} />
        </div>
      </FormDialog>
      {preview && (
        <Dialog
          open
          size="summary"
          onClose={() => setPreview(undefined)}
          title="预览"
          footer={<Button onClick={() => setPreview(undefined)}>返回修改</Button>}
        >
          <Article section={preview} />
        </Dialog>
      )}
    </>
  )
}

/** The policy that this one revises or replaces. */
function Supersedes({ own }: { own: number | undefined }) {
  const { data } = useQuery(sectionQueries.list({ category: 'policy', size: RELATED }))
  const options = (data?.content ?? [])
    .filter(({ id }) => id !== own)
    .map(({ id, title, docNo }) => ({ value: String(id), label: docNo ? `${title}（${docNo}）` : title }))
  return <SpecField name="supersedesId" options={options} wide />
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
