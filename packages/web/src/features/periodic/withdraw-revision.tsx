import { useMutation, useQuery } from '@tanstack/react-query'
import type { StatWithdrawal } from '@xinchu/sdk'
import { type FieldSpec, RESTATEMENT_REASON } from '@xinchu/validators'
import { figure } from '../../lib/figures.ts'
import { useFormSlice } from '../../ui/form/context.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { SpecField } from '../../ui/form/spec-field.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { textAt } from '../../ui/form/values.ts'
import { notify } from '../../ui/notice.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { Differences } from './differences.tsx'
import { PeriodChanges } from './period-changes.tsx'
import { periodicMutations, periodicQueries } from './queries.ts'

export const withdrawalSpec: FieldSpec = {
  ...{ name: 'reason', caption: '撤回原因', kind: 'string', required: 'submit' },
  maxLength: RESTATEMENT_REASON.most,
}

/** What a withdrawal changes, in one sentence. */
function summaryOf({ batch, restored, added, changed, removed, usageChanged }: StatWithdrawal): string {
  const counts = [
    ['恢复列入项目', added, '个'],
    ['恢复原值项目', changed, '个'],
    ['移出项目', removed, '个'],
    ['恢复使用情况', usageChanged, '份'],
  ] as const
  const moves = counts.flatMap(([name, count, unit]) =>
    count > 0 ? [`${name} ${figure(count)} ${unit}`] : [],
  )
  return `新批次 ${batch} 的数与 ${restored} 相同${moves.length > 0 ? `：${moves.join('，')}` : ''}。`
}

/** Figures before and after a withdrawal. */
function Preview({ plan }: { plan: StatWithdrawal }) {
  return (
    <div className="col-span-full grid gap-3">
      <p className="text-s">{summaryOf(plan)}</p>
      {plan.others.length > 0 && (
        <p className="text-s text-warning">
          同一次入库还修订了 {plan.others.join('、')}，不随之撤回；需要的，请在各期分别撤回。
        </p>
      )}
      <PeriodChanges periods={[plan.period]} isOne />
    </div>
  )
}

interface WithdrawProps {
  /** The newest revision of a published period. */
  batch: string
  reason: string | undefined
  onDone: () => void
  onClose: () => void
}

/** Shows what the withdrawal of a revision changes, and asks for its reason. */
export function WithdrawRevision({ batch, reason, onDone, onClose }: WithdrawProps) {
  const preview = useQuery(periodicQueries.withdrawal(batch))
  const form = useRecordForm({ id: 'stat-withdrawal', recordId: batch, specs: [withdrawalSpec], initial: {} })
  const given = useFormSlice(({ values }) => textAt(values, 'reason').trim(), form.api)
  const withdrawing = useMutation({
    ...periodicMutations.withdrawRevision,
    onSuccess(done) {
      form.saved()
      notify(`已撤回 ${done.withdrawn}，现行批次 ${done.batch}`, 'success')
      onClose()
      onDone()
    },
    onError: form.takeError,
  })
  return (
    <FormDialog
      form={form}
      title={`撤回修订 ${batch}`}
      description={`修订原因：${reason || '未填写'}。撤回作为又一次修订公布，已有的批次都不改变，撤回原因随统计一并显示。`}
      action="确认撤回"
      look="danger"
      busy={withdrawing.isPending}
      isReady={preview.data !== undefined && [...given].length >= RESTATEMENT_REASON.least}
      onSubmit={() => withdrawing.mutate({ batch, reason: given })}
      onClose={onClose}
    >
      {preview.data && <Preview plan={preview.data} />}
      {preview.error && !preview.data && (
        <Failed error={preview.error} onRetry={() => void preview.refetch()} />
      )}
      {preview.isPending && <Loading rows={3} />}
      <SpecField name="reason" wide hint={`至少 ${RESTATEMENT_REASON.least} 个字`} />
      {/* Below the reason, because they can be many. */}
      {preview.data && (
        <div className="col-span-full">
          <Differences id="withdrawal-differences" title="涉及的项目" rows={preview.data.differences} />
        </div>
      )}
    </FormDialog>
  )
}
