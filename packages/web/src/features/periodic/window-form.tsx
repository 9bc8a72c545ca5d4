import { useMutation } from '@tanstack/react-query'
import { type FillTime, type FillTimeDraft, isXinchuError } from '@xinchu/sdk'
import { useState } from 'react'
import { perform } from '../../app/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Checkbox, Input, Select } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notice.tsx'
import { usePorts } from '../../ui/ports.ts'
import { lastPeriod } from './period.tsx'
import { periodicMutations } from './queries.ts'

/** What a dialog is opened for: a new window, a change, an extension for one province, or a province's own deadlines. */
export type WindowTask = 'create' | 'change' | 'extend' | 'limit'

const TITLES: Readonly<Record<WindowTask, string>> = {
  create: '设置填报时间',
  change: '修改填报时间',
  extend: '按地区延期',
  limit: '设置本省市、县截止时间',
}

const QUARTERLY: ReadonlySet<string> = new Set(['QUARTER', 'DEMO_PROGRESS'])
const BATCHED: ReadonlySet<string> = new Set(['DEMO_APPLY'])

const LEVELS = [
  ['enterprise', '企业截止'],
  ['county', '县级截止'],
  ['city', '市级截止'],
  ['province', '省级截止'],
] as const
const LIMITED: ReadonlySet<string> = new Set(['county', 'city'])

type Texts = Readonly<Record<string, string>>

const local = (text: string | undefined) => (text ?? '').replace(' ', 'T').slice(0, 16)
// A deadline is the last second of its minute where it ends one.
const sent = (text: string) => `${text.replace('T', ' ')}:${text.endsWith('59') ? '59' : '00'}`

function textsOf(window: FillTime | undefined): Texts {
  const { year, quarter } = lastPeriod()
  return {
    fillType: window?.fillType ?? 'QUARTER',
    year: String(window?.year ?? year),
    quarter: String(window?.quarter ?? (window ? '' : quarter)),
    batchNo: String(window?.batchNo ?? ''),
    startTime: local(window?.startTime),
    endTime: local(window?.endTime),
    ...Object.fromEntries(LEVELS.map(([level]) => [level, local(window?.levelDeadlines?.[level])])),
    region: '',
    remark: window?.remark ?? '',
  }
}

function draftOf(
  texts: Texts,
  isEnabled: boolean,
  task: WindowTask,
  window: FillTime | undefined,
): FillTimeDraft {
  const { fillType = '', quarter, batchNo, region, remark } = texts
  const deadlines = LEVELS.flatMap(([level]) => (texts[level] ? [[level, sent(texts[level])] as const] : []))
  const isSame = window !== undefined && task !== 'extend' && task !== 'create'
  const draft = {
    fillType,
    year: Number(texts['year']),
    startTime: sent(texts['startTime'] ?? ''),
    endTime: sent(texts['endTime'] ?? ''),
    enabled: isEnabled,
    levelDeadlines: Object.fromEntries(deadlines),
    regionCodes: task === 'extend' && region ? [region] : (window?.regionCodes ?? []),
    ...(QUARTERLY.has(fillType) && quarter ? { quarter: Number(quarter) } : {}),
    ...(BATCHED.has(fillType) && batchNo ? { batchNo: Number(batchNo) } : {}),
    ...(remark ? { remark } : {}),
    ...(isSame ? { id: window.id, version: window.version } : {}),
  }
  return draft as FillTimeDraft // the server checks the same contract
}

const QUARTERS = [1, 2, 3, 4].map((quarter) => ({ value: String(quarter), label: `第${quarter}季度` }))

interface WindowFormProps {
  task: WindowTask
  window: FillTime | undefined
  onClose: () => void
}

function useWindowForm({ task, window, onClose }: WindowFormProps) {
  const [texts, setTexts] = useState(() => textsOf(window))
  const [isEnabled, setEnabled] = useState(window?.enabled ?? true)
  const saving = useMutation({
    mutationFn: () => perform(periodicMutations.window, draftOf(texts, isEnabled, task, window)),
    onSuccess() {
      notify('已保存', 'success')
      onClose()
    },
  })
  const errors = isXinchuError(saving.error) && 'errors' in saving.error ? saving.error.errors : []
  const errorOf = (...names: string[]) =>
    (errors as readonly { field: string; message: string }[]).find(({ field }) => names.includes(field))
      ?.message
  const set = (name: string) => (value: string) => setTexts((before) => ({ ...before, [name]: value }))
  return { texts, set, isEnabled, setEnabled, saving, errorOf }
}

type Form = ReturnType<typeof useWindowForm>

interface PeriodProps {
  form: Form
  /** Only a new window is given its period; it stays that of its reports. */
  isNew: boolean
}

/** What a window is for: the kind of report, and the period that it covers. */
function PeriodFields({ form: { texts, set, errorOf }, isNew }: PeriodProps) {
  const types = usePorts().useDict('fill_type')
  const kind = texts['fillType'] ?? ''
  const shared = (name: string) => ({ disabled: !isNew, value: texts[name] ?? '', onValue: set(name) })
  return (
    <>
      <Field label="填报类型" required>
        {(control) => <Select {...control} {...shared('fillType')} placeholder="" options={types} />}
      </Field>
      <Field label="年度" required error={errorOf('year')}>
        {(control) => <Input {...control} {...shared('year')} inputMode="numeric" />}
      </Field>
      {QUARTERLY.has(kind) && (
        <Field label="季度" required error={errorOf('quarter')}>
          {(control) => <Select {...control} {...shared('quarter')} placeholder="" options={QUARTERS} />}
        </Field>
      )}
      {BATCHED.has(kind) && (
        <Field label="批次" required error={errorOf('batchNo')}>
          {(control) => <Input {...control} {...shared('batchNo')} inputMode="numeric" />}
        </Field>
      )}
    </>
  )
}

interface MomentProps {
  form: Form
  name: string
  label: string
  isClosed: boolean
  required?: boolean
}

/** A point in time, to the minute. */
function Moment({ form: { texts, set, errorOf }, name, label, isClosed, required = false }: MomentProps) {
  return (
    <Field label={label} required={required} error={errorOf(name, `levelDeadlines.${name}`)}>
      {(control) => (
        <Input
          {...control}
          type="datetime-local"
          disabled={isClosed}
          value={texts[name] ?? ''}
          onValue={set(name)}
        />
      )}
    </Field>
  )
}

/** Sets, changes or extends a window; a province sets only its counties' and cities' deadlines. */
export function WindowForm(props: WindowFormProps) {
  const { task, onClose } = props
  const form = useWindowForm(props)
  const { texts, set, isEnabled, setEnabled, saving, errorOf } = form
  const provinces = usePorts().useRegions(task === 'extend')
  const isLimit = task === 'limit'
  return (
    <Dialog
      open
      onClose={onClose}
      title={TITLES[task]}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" busy={saving.isPending} onClick={() => saving.mutate()}>
            确定
          </Button>
        </>
      }
    >
      <div className="grid max-h-[60dvh] grid-cols-2 gap-x-4 overflow-y-auto max-sm:grid-cols-1">
        <PeriodFields form={form} isNew={task === 'create'} />
        {task === 'extend' && (
          <Field label="延期地区" required error={errorOf('regionCodes')}>
            {(control) => (
              <Select
                {...control}
                value={texts['region'] ?? ''}
                onValue={set('region')}
                options={provinces}
              />
            )}
          </Field>
        )}
        <Moment form={form} name="startTime" label="开始时间" isClosed={isLimit} required />
        <Moment form={form} name="endTime" label="结束时间" isClosed={isLimit} required />
        {LEVELS.map(([level, label]) => (
          <Moment
            key={level}
            form={form}
            name={level}
            label={label}
            isClosed={isLimit && !LIMITED.has(level)}
          />
        ))}
      </div>
      {!isLimit && (
        <Checkbox checked={isEnabled} onChecked={setEnabled}>
          启用
        </Checkbox>
      )}
    </Dialog>
  )
}
