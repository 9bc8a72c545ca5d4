import type { FillTime, FillTimeDraft } from '@xinchu/sdk'
import { fields } from '@xinchu/sdk/fields'
import type { FieldSpec } from '@xinchu/validators'
import { AuditLink } from '../../app/audit-link.tsx'
import { useFormSlice } from '../../ui/form/context.ts'
import { FlagsField } from '../../ui/form/flags-field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { ObjectField } from '../../ui/form/object-field.tsx'
import { SpecField } from '../../ui/form/spec-field.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { useSaving } from '../../ui/form/use-saving.ts'
import { draftOf, type FormValues, type RowSpecs, valuesOf } from '../../ui/form/values.ts'
import { usePorts } from '../../ui/ports.ts'
import { lastPeriod } from './period.tsx'
import { periodicMutations } from './queries.ts'

/** Mode of the dialog: creates, changes or extends a window, or sets a province's own deadlines. */
export type WindowTask = 'create' | 'change' | 'extend' | 'limit'

const TITLES: Readonly<Record<WindowTask, string>> = {
  create: '设置填报时间',
  change: '修改填报时间',
  extend: '按地区延期',
  limit: '设置本省市、县截止时间',
}

const specs: readonly FieldSpec[] = fields.FillTimeDraft
/** An extension names its regions. */
const extendSpecs = specs.map((spec) => (spec.name === 'regionCodes' ? { ...spec, draft: true } : spec))
const rows: RowSpecs = { levelDeadlines: fields.LevelDeadlines }

/** The deadlines that a province sets. */
const LIMITED: ReadonlySet<string> = new Set(['county', 'city'])
const QUARTERS = [1, 2, 3, 4].map((quarter) => ({ value: String(quarter), label: `第${quarter}季度` }))

function initialOf(task: WindowTask, fillTime: FillTime | undefined): FormValues {
  if (!fillTime) {
    const { year, quarter } = lastPeriod()
    return { fillType: 'QUARTER', year: String(year), quarter: String(quarter), enabled: 'true' }
  }
  const stored = valuesOf(specs, fillTime, rows)
  // An extension is a new window with the times of the old one.
  return task === 'extend' ? { ...stored, id: '', version: '', regionCodes: [] } : stored
}

interface WindowFormProps {
  task: WindowTask
  fillTime: FillTime | undefined
  onClose: () => void
}

function useWindowForm({ task, fillTime, onClose }: WindowFormProps) {
  const form = useRecordForm({
    id: `fill-time-${task}`,
    recordId: fillTime?.id,
    version: fillTime?.version,
    specs: task === 'extend' ? extendSpecs : specs,
    rows,
    initial: initialOf(task, fillTime),
  })
  // The contract requires a quarter or a batch of some types; the others have none.
  const hasQuarter = useFormSlice(() => form.store.isRequired('quarter'), form.api)
  const hasBatch = useFormSlice(() => form.store.isRequired('batchNo'), form.api)
  const draft = () => {
    const sent = specs.filter(
      ({ name }) => (name !== 'quarter' || hasQuarter) && (name !== 'batchNo' || hasBatch),
    )
    // The form has checked the values against the same contract.
    return draftOf(sent, form.store.state().values, rows) as unknown as FillTimeDraft
  }
  const saving = useSaving(form, periodicMutations.window, draft, onClose)
  return { form, hasQuarter, hasBatch, saving }
}

/** Sets, changes or extends a window; a province sets only its counties' and cities' deadlines. */
export function WindowForm(props: WindowFormProps) {
  const { task, fillTime, onClose } = props
  const { form, hasQuarter, hasBatch, saving } = useWindowForm(props)
  const provinces = usePorts().useRegions(task === 'extend')
  // A window keeps the period of its reports.
  const isOld = task !== 'create'
  const isLimit = task === 'limit'
  return (
    <FormDialog form={form} title={TITLES[task]} action="确定" {...saving} onClose={onClose}>
      <SpecField name="fillType" disabled={isOld} />
      <SpecField name="year" disabled={isOld} />
      {hasQuarter && <SpecField name="quarter" options={QUARTERS} disabled={isOld} />}
      {hasBatch && <SpecField name="batchNo" disabled={isOld} />}
      {task === 'extend' && <SpecField name="regionCodes" label="延期地区" hint="" options={provinces} />}
      <SpecField name="startTime" disabled={isLimit} />
      <SpecField name="endTime" disabled={isLimit} />
      <ObjectField name="levelDeadlines" disabled={(level) => isLimit && !LIMITED.has(level)} />
      {!isLimit && <SpecField name="remark" />}
      {!isLimit && <FlagsField label="状态" names={['enabled']} />}
      {fillTime && <AuditLink kind="FILL_TIME" id={fillTime.id} />}
    </FormDialog>
  )
}
