import { fields } from '@xinchu/contract/fields'
import { AuditLink } from '../../../app/audit-link.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { SpecField } from '../../../ui/form/spec-field.tsx'
import { useRecordForm } from '../../../ui/form/use-record-form.ts'
import { useSaving } from '../../../ui/form/use-saving.ts'
import { valuesOf } from '../../../ui/form/values.ts'
import { type DictEntry, type DictEntryDraft, systemMutations } from '../queries.ts'

/** Order and state are changed in the list, where their effect is seen. */
const ELSEWHERE: ReadonlySet<string> = new Set(['dict', 'dictSort', 'enabled'])
const specs = fields.DictEntryFields.filter(({ name }) => !ELSEWHERE.has(name))

interface EntryFormProps {
  dictName: string
  /** The entry to edit; a new one if absent. */
  entry: DictEntry | undefined
  onClose: () => void
}

/** Form of a dictionary entry. A value in use cannot be changed. */
export function EntryForm({ dictName, entry, onClose }: EntryFormProps) {
  const form = useRecordForm({
    id: `dict-${dictName}`,
    recordId: entry?.id,
    version: entry?.version,
    specs,
    initial: entry ? valuesOf(specs, entry) : {},
  })
  const saving = useSaving(
    form,
    systemMutations.saveEntry,
    () => ({
      draft: { ...form.store.draft(), dict: { name: dictName } } as DictEntryDraft, // checked by the same contract
      stored: entry,
    }),
    onClose,
  )
  return (
    <FormDialog form={form} title={entry ? '修改字典项' : '新建字典项'} {...saving} onClose={onClose}>
      <SpecField name="label" />
      <SpecField name="value" disabled={entry !== undefined} />
      <SpecField name="parent" hint="细分字典填写" />
      {entry && <AuditLink kind="DICT" id={entry.id} />}
    </FormDialog>
  )
}
