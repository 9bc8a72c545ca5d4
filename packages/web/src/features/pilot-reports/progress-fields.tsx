import { fields } from '@xinchu/contract/fields'
import { expectedCumulative, type Issue } from '@xinchu/validators'
import type { ReactNode } from 'react'
import { figure } from '../../lib/figures.ts'
import { AskedField } from '../../records/report-remarks.tsx'
import { DateInput } from '../../ui/date-input.tsx'
import { Field } from '../../ui/field.tsx'
import { NumberInput, Select, Textarea } from '../../ui/inputs.tsx'
import { usePorts } from '../../ui/ports.ts'
import { RuleCode } from '../../ui/rule-code.tsx'
import { isBuilding, type ProgressForm, USAGE_NAMES, type UsageName } from './progress-model.ts'
import type { Progress } from './progress-queries.ts'

interface ProgressFieldsProps {
  form: ProgressForm
  previous: Progress | undefined
  usage: Progress['usage']
  hasStation: boolean
  issues: readonly Issue[]
  isOpen: boolean
  onChange: (change: Partial<ProgressForm>) => void
}

type TextName = 'progressContent' | 'nextPlan' | 'problems' | 'delayReason' | 'progressDropReason'
type NumberName = 'overallProgress' | 'periodInvestment' | 'cumulativeInvestment'

const specOf = (name: string) => fields.ProgressFields.find((spec) => spec.name === name)

/** The first issue of a field. Empty fields are listed below the form, because all are empty at the start. */
function useIssue({ issues }: ProgressFieldsProps, name: string) {
  const found = issues.find(({ field, code }) => field === name && code !== 'F-001')
  return found ? { error: found.message, rule: <RuleCode code={found.code} /> } : {}
}

function TextLine({
  name,
  required = false,
  wide = false,
  ...props
}: ProgressFieldsProps & { name: TextName; required?: boolean; wide?: boolean }) {
  const { form, isOpen, onChange } = props
  const spec = specOf(name)
  return (
    <AskedField name={name}>
      <Field label={spec?.caption ?? name} required={required} wide={wide} {...useIssue(props, name)}>
        {(control) => (
          <Textarea
            {...control}
            disabled={!isOpen}
            maxLength={spec?.maxLength}
            value={form[name]}
            onValue={(text) => onChange({ [name]: text })}
          />
        )}
      </Field>
    </AskedField>
  )
}

function Amount({
  name,
  required = false,
  hint,
  ...props
}: ProgressFieldsProps & { name: NumberName; required?: boolean; hint?: string | undefined }) {
  const { form, isOpen, onChange } = props
  const spec = specOf(name)
  return (
    <AskedField name={name}>
      <Field label={spec?.caption ?? name} required={required} hint={hint} {...useIssue(props, name)}>
        {(control) => (
          <NumberInput
            {...control}
            disabled={!isOpen}
            unit={spec?.unit}
            value={form[name]}
            onValue={(text) => onChange({ [name]: text })}
          />
        )}
      </Field>
    </AskedField>
  )
}

/** The plan for this quarter from the previous report, beside the input. */
function LastPlan({ previous, children }: { previous: Progress | undefined; children: ReactNode }) {
  if (!previous?.nextPlan) return <div className="col-span-full">{children}</div>
  return (
    <div className="col-span-full grid gap-x-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <section aria-label="上季填报的下期计划" className="mb-4 border-line-strong border-l-2 pl-3 text-s">
        <h3 className="mb-1 text-ink-faint">上季填报的“下期计划”</h3>
        <p className="whitespace-pre-line text-ink-soft">{previous.nextPlan}</p>
      </section>
      {children}
    </div>
  )
}

const before = (value: number | undefined) => (value === undefined ? undefined : `上季 ${figure(value)}`)

/** Figures of an operating station, from its quarterly report. */
function Usage({ usage }: { usage: Progress['usage'] }) {
  return (
    <dl className="col-span-full mb-3 flex flex-wrap gap-x-8 gap-y-1 rounded-lg bg-sunken px-3.5 py-2.5 text-s">
      <div className="flex gap-2">
        <dt className="text-ink-faint">充电量</dt>
        <dd className="tabular-nums">{figure(usage?.chargeEnergy)} 万kWh</dd>
      </div>
      <div className="flex gap-2">
        <dt className="text-ink-faint">放电量</dt>
        <dd className="tabular-nums">{figure(usage?.dischargeEnergy)} 万kWh</dd>
      </div>
      <div className="flex gap-2">
        <dt className="text-ink-faint">等效利用小时</dt>
        <dd className="tabular-nums">{figure(usage?.equivalentUtilizationHours)} h</dd>
      </div>
      <div className="ml-auto flex gap-2 text-ink-faint">
        <dt>来源</dt>
        <dd>季度报送，已锁定</dd>
      </div>
    </dl>
  )
}

const usageSpecOf = (name: UsageName) => fields.ProgressUsage.find((spec) => spec.name === name)

/** Figures of an operating project that no linked station reports. */
function TypedUsage({ form, isOpen, onChange }: ProgressFieldsProps) {
  return USAGE_NAMES.map((name) => (
    <Field key={name} label={usageSpecOf(name)?.caption ?? name} required>
      {(control) => (
        <NumberInput
          {...control}
          disabled={!isOpen}
          unit={usageSpecOf(name)?.unit}
          value={form.usage[name]}
          onValue={(value) => onChange({ usage: { ...form.usage, [name]: value } })}
        />
      )}
    </Field>
  ))
}

/** The report's fields, beside those of the previous quarter. */
export function ProgressFields(props: ProgressFieldsProps) {
  const { form, previous, usage, isOpen, onChange, issues } = props
  const statuses = usePorts().useDict('build_status')
  const due = expectedCumulative({ ...form }, previous && { ...previous })
  const needs = (name: TextName) => form[name] !== '' || issues.some(({ field }) => field === name)
  return (
    <div className="grid gap-x-4 px-4 pt-3.5 sm:grid-cols-2 xl:grid-cols-4">
      <AskedField name="buildStatus">
        <Field label="建设状态" required>
          {(control) => (
            <Select
              {...control}
              disabled={!isOpen}
              value={form.buildStatus}
              options={statuses}
              onValue={(buildStatus) => onChange({ buildStatus })}
            />
          )}
        </Field>
      </AskedField>
      <Amount {...props} name="overallProgress" required hint={before(previous?.overallProgress)} />
      <Amount {...props} name="periodInvestment" hint={before(previous?.periodInvestment)} />
      <Amount
        {...props}
        name="cumulativeInvestment"
        required
        hint={due === undefined ? undefined : `上季累计加本期为 ${figure(due)}`}
      />
      {isBuilding(form.buildStatus) ? (
        <AskedField name="expectedCommissionDate">
          <Field label="预计投运日期" required>
            {(control) => (
              <DateInput
                {...control}
                disabled={!isOpen}
                value={form.expectedCommissionDate}
                onValue={(expectedCommissionDate) => onChange({ expectedCommissionDate })}
              />
            )}
          </Field>
        </AskedField>
      ) : (
        form.buildStatus !== '' && (
          <AskedField name="usage">
            {props.hasStation ? <Usage usage={usage} /> : <TypedUsage {...props} />}
          </AskedField>
        )
      )}
      {needs('progressDropReason') && <TextLine {...props} name="progressDropReason" required wide />}
      {needs('delayReason') && <TextLine {...props} name="delayReason" required wide />}
      <LastPlan previous={previous}>
        <TextLine {...props} name="progressContent" required />
      </LastPlan>
      <div className="col-span-full grid gap-x-4 sm:grid-cols-2">
        <TextLine {...props} name="nextPlan" required />
        <TextLine {...props} name="problems" />
      </div>
    </div>
  )
}
