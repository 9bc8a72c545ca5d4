import { fields } from '@xinchu/contract/fields'
import { FlagsField } from '../../../ui/form/flags-field.tsx'
import { RowsField } from '../../../ui/form/rows-field.tsx'
import { SpecField } from '../../../ui/form/spec-field.tsx'
import { type FormValues, rowsAt } from '../../../ui/form/values.ts'

export const BETWEEN = '、'
const WORK_KINDS = [
  { value: 'PROJECT', label: '项目' },
  { value: 'PAPER', label: '论文' },
  { value: 'AWARD', label: '奖项' },
]
/** The inner forms of a profile. */
export const expertRows = {
  formerUnits: fields.ExpertFormerUnit,
  // The partners of a work are typed as one text.
  jointWork: fields.ExpertJointWork.map((spec) =>
    spec.name === 'partners' ? { ...spec, kind: 'string' as const, maxLength: 500 } : spec,
  ),
}

const partnersOf = (text = '') =>
  text
    .split(/[、，,;；]/)
    .map((each) => each.trim())
    .filter(Boolean)

/** The joint work of a form's values, as the contract has it. */
export const jointWorkOf = (values: FormValues) =>
  rowsAt(values, 'jointWork').map((work) => ({
    ...work,
    year: Number(work['year']),
    partners: partnersOf(work['partners']),
  }))

/** What the platform keeps of an expert besides the account. */
export const ProfileFields = () => (
  <>
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
  </>
)
