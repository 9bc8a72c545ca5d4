import { fields } from '@xinchu/contract/fields'
import type { ExpertProfile } from '@xinchu/sdk'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useRecordForm } from '../../../ui/form/use-record-form.ts'
import { useSaving } from '../../../ui/form/use-saving.ts'
import { valuesOf } from '../../../ui/form/values.ts'
import { reviewWrites } from '../writes.ts'
import { BETWEEN, expertRows, jointWorkOf, ProfileFields } from './expert-fields.tsx'

type Draft = Parameters<NonNullable<typeof reviewWrites.saveExpert.mutationFn>>[0]

/** Initial values of the form. */
const heldOf = (expert: ExpertProfile) => {
  const jointWork = expert.jointWork.map((work) => ({ ...work, partners: work.partners.join(BETWEEN) }))
  return valuesOf(fields.ExpertProfileForm, { ...expert, jointWork }, expertRows)
}

/** Form of an expert's profile. What is cleared here is cleared in the profile. */
export function ExpertForm({ expert, onClose }: { expert: ExpertProfile; onClose: () => void }) {
  const form = useRecordForm({
    id: 'expert-profile',
    recordId: expert.userId,
    version: expert.version,
    specs: fields.ExpertProfileForm,
    rows: expertRows,
    initial: heldOf(expert),
  })
  const saving = useSaving(
    form,
    reviewWrites.saveExpert,
    () => {
      const jointWork = jointWorkOf(form.store.state().values)
      const draft = { ...form.store.draft(), userId: expert.userId, version: expert.version, jointWork }
      return draft as unknown as Draft // checked by the same contract
    },
    onClose,
  )
  return (
    <FormDialog form={form} title={`专家档案：${expert.realName}`} {...saving} onClose={onClose}>
      <ProfileFields />
    </FormDialog>
  )
}
