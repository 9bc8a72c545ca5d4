import { fields } from '@xinchu/sdk/fields'
import { AuditLink } from '../../app/audit-link.tsx'
import { FlagsField } from '../../ui/form/flags-field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { SpecField } from '../../ui/form/spec-field.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { useSaving } from '../../ui/form/use-saving.ts'
import { valuesOf } from '../../ui/form/values.ts'
import { type DictEntry, type DictEntryDraft, systemMutations } from './queries.ts'

const specs = fields.DictEntryFields.filter(({ name }) => name !== 'dict')

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
    initial: entry ? valuesOf(specs, { enabled: true, ...entry }) : { enabled: 'true' },
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
      <SpecField name="dictSort" hint="小的在前" />
      <FlagsField label="状态" names={['enabled']} />
      {entry && <AuditLink kind="DICT" id={entry.id} />}
    </FormDialog>
  )
}
