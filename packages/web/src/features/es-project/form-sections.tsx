import { groups } from '@xinchu/sdk/fields'
import { type FieldSpec, projectDerived } from '@xinchu/validators'
import { useFormSlice } from '../../ui/form/context.ts'
import { FilesField } from '../../ui/form/files-field.tsx'
import { FormSection } from '../../ui/form/form.tsx'
import { Output } from '../../ui/form/output.tsx'
import { RowsField } from '../../ui/form/rows-field.tsx'
import type { NavSection } from '../../ui/form/section-nav.tsx'
import { SpecField } from '../../ui/form/spec-field.tsx'
import { textAt } from '../../ui/form/values.ts'
import { isShown, projectFiles, projectSpecs } from './form-model.ts'
import { useIsFixed } from './own-company.ts'

const sections = Object.entries(groups['EsProjectFields'] ?? {}).map(([key, title]) => ({
  id: `group-${key}`,
  title,
  members: projectSpecs.filter(({ group }) => group === key),
}))

export const projectNav: readonly NavSection[] = sections.map(({ id, title, members }) => ({
  id,
  title,
  names: members.map(({ name }) => name),
}))

function Derived({ name }: { name: 'durationHours' | 'unitCost' }) {
  const value = useFormSlice(({ values }) => projectDerived(values)[name])
  return name === 'durationHours' ? (
    <Output label="储能时长" unit="h" value={value} hint="额定能量 ÷ 额定功率，自动计算" />
  ) : (
    <Output label="单位造价" unit="元/kWh" value={value} hint="总投资 ÷ 额定能量，自动计算" />
  )
}

function Attachments() {
  const buildStatus = useFormSlice(({ values }) => textAt(values, 'buildStatus'))
  return <FilesField name="attachmentIds" kinds={projectFiles(buildStatus)} />
}

const HYBRID_SUMS = ['ratedPower', 'ratedEnergy']

function Member({ spec: { name } }: { spec: FieldSpec }) {
  const isVisible = useFormSlice(({ values }) => isShown(name, values))
  const isFixed = useIsFixed(name)
  if (!isVisible) return null
  switch (name) {
    case 'hybridDetail':
      return <RowsField name={name} sums={HYBRID_SUMS} atMost={10} addLabel="添加技术路线" />
    case 'attachmentIds':
      return <Attachments />
    case 'ratedEnergy':
      return (
        <>
          <SpecField name={name} />
          <Derived name="durationHours" />
        </>
      )
    case 'totalInvestment':
      return (
        <>
          <SpecField name={name} />
          <Derived name="unitCost" />
        </>
      )
    default:
      return <SpecField name={name} disabled={isFixed} />
  }
}

/** All field groups of a project. */
export function ProjectSections() {
  return sections.map(({ id, title, members }) => (
    <FormSection key={id} id={id} title={title}>
      {members.map((spec) => (
        <Member key={spec.name} spec={spec} />
      ))}
    </FormSection>
  ))
}
