import { fields } from '@xinchu/contract/fields'
import { AuditLink } from '../../../app/audit-link.tsx'
import { FlagsField } from '../../../ui/form/flags-field.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { SpecField } from '../../../ui/form/spec-field.tsx'
import { useRecordForm } from '../../../ui/form/use-record-form.ts'
import { useSaving } from '../../../ui/form/use-saving.ts'
import { valuesOf } from '../../../ui/form/values.ts'
import { usePorts } from '../../../ui/ports.ts'
import { type Owner, type OwnerDraft, systemMutations } from '../queries.ts'

const specs = fields.OwnerFields

interface OwnerFormProps {
  /** The owner to edit; a new one if absent. */
  owner: Owner | undefined
  onClose: () => void
}

/** Form of an owner. */
export function OwnerForm({ owner, onClose }: OwnerFormProps) {
  const parents = usePorts().useOwners(true)
  const form = useRecordForm({
    id: 'owner',
    recordId: owner?.id,
    version: owner?.version,
    specs,
    initial: owner ? valuesOf(specs, owner) : { enabled: 'true' },
  })
  const saving = useSaving(
    form,
    systemMutations.saveOwner,
    () => ({ draft: form.store.draft() as unknown as OwnerDraft, stored: owner }), // checked by the same contract
    onClose,
  )
  return (
    <FormDialog form={form} title={owner ? '修改业主' : '新建业主'} {...saving} onClose={onClose}>
      <SpecField name="label" />
      <SpecField name="shortName" />
      <SpecField name="value" hint="全平台唯一" />
      <SpecField name="type" />
      <SpecField name="creditCode" />
      <SpecField name="parentId" options={parents.filter(({ value }) => value !== String(owner?.id))} />
      <SpecField name="sort" hint="小的在前" />
      <FlagsField label="状态" names={['enabled']} />
      {owner && <AuditLink kind="OWNER" id={owner.id} />}
    </FormDialog>
  )
}
