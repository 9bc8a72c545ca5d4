import { useQuery } from '@tanstack/react-query'
import { fields } from '@xinchu/contract/fields'
import { deptKinds } from '@xinchu/contract/rights'
import { AuditLink } from '../../app/audit-link.tsx'
import { useFormSlice } from '../../ui/form/context.ts'
import { FlagsField } from '../../ui/form/flags-field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { pathOfCode } from '../../ui/form/regions.ts'
import { SpecField } from '../../ui/form/spec-field.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { useSaving } from '../../ui/form/use-saving.ts'
import { textAt, valuesOf } from '../../ui/form/values.ts'
import { usePorts } from '../../ui/ports.ts'
import { type Org, type OrgDraft, systemMutations, systemQueries } from './queries.ts'

const PROVINCE = String(deptKinds.province)
// Kind of the parent offices of each kind.
const ABOVE: Readonly<Record<string, 3 | 4 | 5>> = {
  [deptKinds.city]: deptKinds.province,
  [deptKinds.county]: deptKinds.city,
  [deptKinds.enterprise]: deptKinds.county,
}
const CODED = new Set([deptKinds.enterprise, deptKinds.group].map(String))
const LEVELS = [
  { value: 'county', label: '县级' },
  { value: 'city', label: '市级' },
  { value: 'province', label: '省级' },
]

/** Parent office, chosen within the same province. */
function ParentField({ kind }: { kind: 3 | 4 | 5 }) {
  const code = useFormSlice(({ values }) => textAt(values, 'regionCode'))
  const province = pathOfCode(usePorts().useRegions(code !== ''), code)[0]?.value
  const query = { deptId: kind, ...(province ? { regionCode: province } : {}) }
  const { data = [] } = useQuery({ ...systemQueries.offices(query), enabled: province !== undefined })
  const options = data.map(({ id, orgName }) => ({ value: String(id), label: orgName }))
  return <SpecField name="parentOrgId" options={options} disabled={province === undefined} />
}

function OrgFields() {
  const kinds = usePorts().useDict('dept_kind')
  const kind = useFormSlice(({ values }) => textAt(values, 'deptId'))
  const above = ABOVE[kind]
  return (
    <>
      <SpecField name="orgName" />
      <SpecField name="shortName" />
      <SpecField name="deptId" options={kinds} />
      <SpecField name="regionCode" />
      {above && <ParentField kind={above} />}
      {CODED.has(kind) && <SpecField name="creditCode" />}
      {kind === PROVINCE && (
        <SpecField
          name="reviewLevels"
          options={LEVELS}
          hint="本省项目须经审核的层级，影响本省此后的全部审核"
        />
      )}
      <SpecField name="contactName" />
      <SpecField name="contactPhone" />
      <SpecField name="contactEmail" />
      <FlagsField label="状态" names={['enabled']} />
    </>
  )
}

interface OrgFormProps {
  /** The office to edit; a new one if absent. */
  org: Org | undefined
  onClose: () => void
}

/** Form of an office. */
export function OrgForm({ org, onClose }: OrgFormProps) {
  const form = useRecordForm({
    id: 'org',
    recordId: org?.id,
    version: org?.version,
    specs: fields.OrgDraft,
    initial: org ? valuesOf(fields.OrgDraft, org) : { enabled: 'true' },
    parents: { parentOrgId: 'deptId' },
  })
  const saving = useSaving(
    form,
    systemMutations.saveOrg,
    () => {
      const draft = form.store.draft()
      const whole = { ...draft, deptId: Number(draft['deptId']) } as unknown as OrgDraft // checked by the same contract
      return { draft: whole, stored: org }
    },
    onClose,
  )
  return (
    <FormDialog
      form={form}
      title={org ? `修改机构：${org.orgName}` : '新建机构'}
      {...saving}
      onClose={onClose}
    >
      <OrgFields />
      {org && <AuditLink kind="ORG" id={org.id} />}
    </FormDialog>
  )
}
