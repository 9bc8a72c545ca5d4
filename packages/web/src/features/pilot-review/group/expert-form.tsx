import { fields } from '@xinchu/contract/fields'
import type { ExpertProfile } from '@xinchu/sdk'
import { FlagsField } from '../../../ui/form/flags-field.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { RowsField } from '../../../ui/form/rows-field.tsx'
import { SpecField } from '../../../ui/form/spec-field.tsx'
import { useRecordForm } from '../../../ui/form/use-record-form.ts'
import { useSaving } from '../../../ui/form/use-saving.ts'
import { rowsAt, valuesOf } from '../../../ui/form/values.ts'
import { reviewWrites } from '../writes.ts'

type Draft = Parameters<NonNullable<typeof reviewWrites.saveExpert.mutationFn>>[0]

const BETWEEN = '、'
const WORK_KINDS = [
  { value: 'PROJECT', label: '项目' },
  { value: 'PAPER', label: '论文' },
  { value: 'AWARD', label: '奖项' },
]
const rows = {
  formerUnits: fields.ExpertFormerUnit,
  // The partners of a work are typed as one text.
  jointWork: fields.ExpertJointWork.map((spec) =>
    spec.name === 'partners' ? { ...spec, kind: 'string' as const, maxLength: 500 } : spec,
  ),
}

/** Initial values of the form. */
const heldOf = (expert: ExpertProfile) => {
  const jointWork = expert.jointWork.map((work) => ({ ...work, partners: work.partners.join(BETWEEN) }))
  return valuesOf(fields.ExpertProfileForm, { ...expert, jointWork }, rows)
}

const partnersOf = (text = '') =>
  text
    .split(/[、，,;；]/)
    .map((each) => each.trim())
    .filter(Boolean)

/** Form of an expert's profile. What is cleared here is cleared in the profile. */
export function ExpertForm({ expert, onClose }: { expert: ExpertProfile; onClose: () => void }) {
  const form = useRecordForm({
    id: 'expert-profile',
    recordId: expert.userId,
    version: expert.version,
    specs: fields.ExpertProfileForm,
    rows,
    initial: heldOf(expert),
  })
  const saving = useSaving(
    form,
    reviewWrites.saveExpert,
    () => {
      const jointWork = rowsAt(form.store.state().values, 'jointWork').map((work) => ({
        ...work,
        year: Number(work['year']),
        partners: partnersOf(work['partners']),
      }))
      const draft = { ...form.store.draft(), userId: expert.userId, version: expert.version, jointWork }
      return draft as unknown as Draft // checked by the same contract
    },
    onClose,
  )
  return (
    <FormDialog form={form} title={`专家档案：${expert.realName}`} {...saving} onClose={onClose}>
      <SpecField name="title" />
      <SpecField name="workUnit" />
      <SpecField name="creditCode" />
      <SpecField name="ownerGroupId" />
      <SpecField name="address" />
      <SpecField name="specialty" />
      <RowsField name="formerUnits" atMost={20} addLabel="添加曾任职单位" />
      <RowsField
        name="jointWork"
        atMost={100}
        addLabel="添加合作成果"
        options={{ kind: WORK_KINDS }}
        hint="用于核对利益冲突；多个合作单位用顿号分开"
      />
      <FlagsField label="评审" names={['available']} />
      <SpecField name="availableFrom" />
      <SpecField name="availableTo" />
      <SpecField name="loadLimit" />
    </FormDialog>
  )
}
