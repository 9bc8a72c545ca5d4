import { useMutation } from '@tanstack/react-query'
import type { FieldSpec } from '@xinchu/validators'
import { useState } from 'react'
import { figure } from '../../../lib/figures.ts'
import { useFormSlice } from '../../../ui/form/context.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { SpecField } from '../../../ui/form/spec-field.tsx'
import { useRecordForm } from '../../../ui/form/use-record-form.ts'
import { useSaving } from '../../../ui/form/use-saving.ts'
import { type FormValues, textAt } from '../../../ui/form/values.ts'
import { regionMutations, type SuccessionDraft, type SuccessionPlan } from './region-queries.ts'

const IS_NEW = { field: 'isNew', in: ['true'] } as const
const IS_KNOWN = { field: 'isNew', in: ['false'] } as const

export const successionSpecs: readonly FieldSpec[] = [
  { name: 'fromCode', caption: '原区划', kind: 'region', required: 'submit' },
  { name: 'kind', caption: '变更类型', kind: 'dict', dict: 'region_change', required: 'submit' },
  { name: 'isNew', caption: '并入', kind: 'dict', required: 'submit' },
  { name: 'toCode', caption: '并入区划', kind: 'region', required: IS_KNOWN },
  {
    name: 'newCode',
    caption: '新区划代码',
    kind: 'string',
    maxLength: 6,
    required: IS_NEW,
    hint: '六位代码',
  },
  {
    name: 'toName',
    caption: '新区划名称',
    kind: 'string',
    maxLength: 60,
    required: IS_NEW,
    hint: '填写全称',
  },
  { name: 'effectiveDate', caption: '变更日期', kind: 'date', required: 'submit' },
  { name: 'documentNo', caption: '批准文号', kind: 'string', maxLength: 60 },
  { name: 'note', caption: '说明', kind: 'string', maxLength: 500 },
]

const TARGETS = [
  { value: 'false', label: '已有区划' },
  { value: 'true', label: '新设区划' },
]

function draftOf(values: FormValues): SuccessionDraft {
  const isNew = textAt(values, 'isNew') === 'true'
  const text = (name: string) => textAt(values, name).trim()
  return {
    fromCode: text('fromCode'),
    toCode: text(isNew ? 'newCode' : 'toCode'),
    kind: text('kind') as SuccessionDraft['kind'], // a value of the dictionary
    effectiveDate: text('effectiveDate'),
    ...(isNew ? { toName: text('toName') } : {}),
    ...(text('documentNo') ? { documentNo: text('documentNo') } : {}),
    ...(text('note') ? { note: text('note') } : {}),
  }
}

const MOVED: readonly (readonly [name: keyof SuccessionPlan, label: string])[] = [
  ['projectCount', '项目'],
  ['draftCount', '其中草稿'],
  ['demoCount', '示范项目'],
  ['orgCount', '机构'],
  ['accountCount', '账号'],
  ['calculationCount', '年度测算'],
  ['windowCount', '填报时间'],
  ['messageCount', '消息'],
  ['sectionCount', '栏目内容'],
  ['importCount', '未写入的导入行'],
  ['snapshotCount', '入库记录（按现行区划归并）'],
]

function Plan({ plan }: { plan: SuccessionPlan }) {
  return (
    <section className="rounded-md border border-line px-4 py-3 text-s" aria-label="将改属的内容">
      <p>
        确定后，下列内容改属并入的区划，原区划终止且不再用于新的填报。历次提交与入库内容仍为原区划，已公布的数据不变。
      </p>
      <dl className="mt-2 grid grid-cols-2 gap-x-6 gap-y-1 sm:grid-cols-3">
        {MOVED.map(([name, label]) => (
          <div key={name} className="flex justify-between gap-2">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="tabular-nums">{figure(plan[name])}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Records a succession, after it has shown what moves. */
export function SuccessionDialog({ onClose }: { onClose: () => void }) {
  const form = useRecordForm({
    id: 'region-succession',
    specs: successionSpecs,
    initial: { isNew: 'false' },
  })
  const [planned, setPlanned] = useState<{ of: string; plan: SuccessionPlan }>()
  const values = useFormSlice((state) => state.values, form.api)
  const asked = JSON.stringify(draftOf(values))
  const plan = planned?.of === asked ? planned.plan : undefined
  const planning = useMutation({ ...regionMutations.plan, onError: form.takeError })
  const saving = useSaving(form, regionMutations.record, () => draftOf(form.store.state().values), onClose)
  const check = () => {
    if (!form.validate('submit')) return
    planning.mutate(draftOf(values), { onSuccess: (found) => setPlanned({ of: asked, plan: found }) })
  }
  const isNew = textAt(values, 'isNew') === 'true'
  return (
    <FormDialog
      form={form}
      title="记录区划沿革"
      action={plan ? '确定改属' : '核对改属内容'}
      busy={saving.busy || planning.isPending}
      onSubmit={plan ? saving.onSubmit : check}
      onClose={onClose}
    >
      <SpecField name="fromCode" />
      <SpecField name="kind" />
      <SpecField name="isNew" options={TARGETS} />
      {isNew ? (
        <>
          <SpecField name="newCode" />
          <SpecField name="toName" />
        </>
      ) : (
        <SpecField name="toCode" />
      )}
      <SpecField name="effectiveDate" />
      <SpecField name="documentNo" />
      <SpecField name="note" wide />
      <div className="col-span-full" aria-live="polite">
        {plan && <Plan plan={plan} />}
      </div>
    </FormDialog>
  )
}
