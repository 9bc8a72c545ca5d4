import { useQuery } from '@tanstack/react-query'
import { fields } from '@xinchu/contract/fields'
import type { FillTime, FillTimeDraft } from '@xinchu/sdk'
import { type FieldSpec, type FillWindow, windowWarnings } from '@xinchu/validators'
import { AuditLink } from '../../../app/audit-link.tsx'
import { useOffices } from '../../../records/offices.ts'
import { useFormSlice } from '../../../ui/form/context.ts'
import { FlagsField } from '../../../ui/form/flags-field.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { ObjectField } from '../../../ui/form/object-field.tsx'
import { SpecField } from '../../../ui/form/spec-field.tsx'
import { useRecordForm } from '../../../ui/form/use-record-form.ts'
import { useSaving } from '../../../ui/form/use-saving.ts'
import { draftOf, type FormValues, type RowSpecs, textAt, valuesOf } from '../../../ui/form/values.ts'
import { type Choice, type RegionNode, usePorts } from '../../../ui/ports.ts'
import { lastPeriod } from '../period.tsx'
import { periodicMutations, periodicQueries } from '../queries.ts'
import { WindowWarnings } from './window-warnings.tsx'

/** Mode of the dialog: creates, changes or extends a window, or sets a province's own deadlines. */
export type WindowTask = 'create' | 'change' | 'extend' | 'extendOffice' | 'limit'

const TITLES: Readonly<Record<WindowTask, string>> = {
  create: '设置填报时间',
  change: '修改填报时间',
  extend: '按地区延期',
  extendOffice: '按机构延期',
  limit: '设置本省市、县截止时间',
}

const specs: readonly FieldSpec[] = fields.FillTimeDraft
const rows: RowSpecs = { levelDeadlines: fields.LevelDeadlines }

/** An extension names its regions or offices, and its reason. */
const requiring = (...names: readonly string[]) =>
  specs.map((spec) => (names.includes(spec.name) ? { ...spec, draft: true } : spec))
const SPECS: Partial<Record<WindowTask, readonly FieldSpec[]>> = {
  extend: requiring('regionCodes', 'reason'),
  extendOffice: requiring('orgIds', 'reason'),
}

/** The deadlines that a province sets. */
const LIMITED: ReadonlySet<string> = new Set(['county', 'city'])
const QUARTERS = [1, 2, 3, 4].map((quarter) => ({ value: String(quarter), label: `第${quarter}季度` }))

const isExtending = (task: WindowTask) => task === 'extend' || task === 'extendOffice'

function initialOf(task: WindowTask, fillTime: FillTime | undefined): FormValues {
  if (!fillTime) {
    const { year, quarter } = lastPeriod()
    return { fillType: 'QUARTER', year: String(year), quarter: String(quarter), enabled: 'true' }
  }
  const stored = valuesOf(specs, fillTime, rows)
  if (!isExtending(task)) return stored
  // An extension is a new window with the times of the old one.
  return { ...stored, id: '', version: '', regionCodes: [], orgIds: [], reason: '' }
}

interface WindowFormProps {
  task: WindowTask
  fillTime: FillTime | undefined
  onTask: (task: WindowTask) => void
  onClose: () => void
}

function useWindowForm({ task, fillTime, onClose }: WindowFormProps) {
  const form = useRecordForm({
    id: `fill-time-${task}`,
    recordId: fillTime?.id,
    version: fillTime?.version,
    specs: SPECS[task] ?? specs,
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
  const windows = useQuery(periodicQueries.windows({})).data
  const warnings = useFormSlice(({ values }) => {
    if (!windows || !textAt(values, 'startTime') || !textAt(values, 'endTime')) return ''
    return windowWarnings(draft() as FillWindow, windows).join('\n')
  }, form.api)
  const saving = useSaving(form, periodicMutations.window, draft, onClose)
  return { form, hasQuarter, hasBatch, saving, warnings }
}

/** All places of a tree with full names, parents first. */
function placesOf(regions: readonly RegionNode[], above = ''): Choice[] {
  return regions.flatMap(({ value, label, children = [] }) => {
    const name = `${above}${label}`
    return [{ value, label: name }, ...placesOf(children, `${name} / `)]
  })
}

function RegionTargets() {
  const regions = usePorts().useRegions(true)
  return (
    <SpecField name="regionCodes" label="延期地区" hint="含其全部下级单位" options={placesOf(regions)} wide />
  )
}

function OfficeTargets() {
  const { offices, isFetching } = useOffices()
  const hint = isFetching ? '正在加载机构' : ''
  return <SpecField name="orgIds" options={offices} hint={hint} wide />
}

/** The regions or offices of an extension, and why they get more time. */
function ExtensionFields({ task }: { task: WindowTask }) {
  return (
    <>
      {task === 'extend' ? <RegionTargets /> : <OfficeTargets />}
      <SpecField name="reason" hint="记入审计日志，并随消息通知所涉单位" wide />
    </>
  )
}

/** Sets, changes or extends a window; a province sets only its counties' and cities' deadlines. */
export function WindowForm(props: WindowFormProps) {
  const { task, fillTime, onTask, onClose } = props
  const { form, hasQuarter, hasBatch, saving, warnings } = useWindowForm(props)
  // A window keeps the period of its reports.
  const isOld = task !== 'create'
  const isLimit = task === 'limit'
  const isStored = task === 'change' && fillTime !== undefined
  const other = task === 'extend' ? 'extendOffice' : 'extend'
  return (
    <FormDialog form={form} title={TITLES[task]} action="确定" {...saving} onClose={onClose}>
      {isExtending(task) && (
        <p className="col-span-full mb-2 text-s">
          只为所选{task === 'extend' ? '地区' : '机构'}延长，其他单位不变。
          <button
            type="button"
            className="text-brand-ink underline-offset-2 hover:underline"
            onClick={() => onTask(other)}
          >
            改为{TITLES[other]}
          </button>
        </p>
      )}
      <SpecField name="fillType" disabled={isOld} />
      <SpecField name="year" disabled={isOld} />
      {hasQuarter && <SpecField name="quarter" options={QUARTERS} disabled={isOld} />}
      {hasBatch && <SpecField name="batchNo" disabled={isOld} />}
      {isExtending(task) && <ExtensionFields task={task} />}
      {isStored && (fillTime.regionCodes?.length ?? 0) > 0 && <ExtensionFields task="extend" />}
      {isStored && (fillTime.orgIds?.length ?? 0) > 0 && <ExtensionFields task="extendOffice" />}
      <SpecField name="startTime" disabled={isLimit} />
      <SpecField name="endTime" disabled={isLimit} />
      <ObjectField name="levelDeadlines" disabled={(level) => isLimit && !LIMITED.has(level)} />
      {!isLimit && <SpecField name="remark" />}
      {!isLimit && <FlagsField label="状态" names={['enabled']} />}
      {isStored && <AuditLink kind="FILL_TIME" id={fillTime.id} />}
      {warnings && !isLimit && <WindowWarnings warnings={warnings.split('\n')} />}
    </FormDialog>
  )
}
