import type { DemoProjectRow } from '@xinchu/sdk'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/inputs.tsx'
import { bestRepeat, LEAST_REASON } from '../repeats.tsx'

interface ReasonsProps {
  rows: readonly DemoProjectRow[]
  reasons: Readonly<Record<number, string>>
  onReason: (id: number, reason: string) => void
}

/** Suspected duplicates that are chosen without a sufficient reason. */
export const withoutReason = (
  rows: readonly DemoProjectRow[],
  reasons: Readonly<Record<number, string>>,
): DemoProjectRow[] =>
  rows.filter((row) => bestRepeat(row) && (reasons[row.id] ?? '').trim().length < LEAST_REASON)

/** A reason for each chosen project that resembles another one. */
function Reasons({ rows, reasons, onReason }: ReasonsProps) {
  const suspected = rows.filter((row) => bestRepeat(row))
  if (suspected.length === 0) return null
  return (
    <fieldset className="border-danger-line border-t bg-danger-soft px-4 pt-2.5">
      <legend className="sr-only">疑似重复的推荐理由</legend>
      {suspected.map((row) => {
        const best = bestRepeat(row)
        return (
          <Field
            key={row.id}
            required
            label={`${row.projectName} 的推荐理由`}
            hint={`与“${best?.projectName}”疑似重复（${best?.score} 分），至少 ${LEAST_REASON} 个字，随推荐留存`}
          >
            {(control) => (
              <Input
                {...control}
                maxLength={500}
                value={reasons[row.id] ?? ''}
                onValue={(reason) => onReason(row.id, reason)}
              />
            )}
          </Field>
        )
      })}
    </fieldset>
  )
}

interface DecideProps {
  chosen: readonly DemoProjectRow[]
  /** Places that are left; undefined without a limit. */
  left: number | undefined
  /** Reasons for suspected duplicates, by project. */
  reasons: Readonly<Record<number, string>>
  isBusy: boolean
  onReason: (id: number, reason: string) => void
  onReturn: () => void
  onRecommend: () => void
}

/** The selection, its effect on the quota, and both decisions. */
export function BatchBar({ chosen, left, reasons, isBusy, onReason, onReturn, onRecommend }: DecideProps) {
  const over = left === undefined ? 0 : chosen.length - left
  const none = chosen.length === 0
  const silent = withoutReason(chosen, reasons)
  return (
    <>
      <Reasons rows={chosen} reasons={reasons} onReason={onReason} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-b-lg border-line border-t bg-sunken px-4 py-2.5 text-s">
        <p role="status" className="min-w-0 flex-1 basis-64">
          <span className="mr-2">已选 {chosen.length} 项</span>
          {over > 0 ? (
            <span className="text-danger">超出名额 {over} 项，请取消勾选</span>
          ) : (
            !none && (
              <span className="text-ink-soft">
                {left !== undefined && `推荐后名额剩 ${left - chosen.length} 项；`}
                送国家能源主管部门形审；国家未签收前可撤回
              </span>
            )
          )}
        </p>
        <Button disabled={none || isBusy} onClick={onReturn}>
          {none ? '退回（请先勾选）' : '退回…'}
        </Button>
        <Button
          look="primary"
          disabled={none || over > 0 || silent.length > 0}
          busy={isBusy}
          onClick={onRecommend}
        >
          {over > 0
            ? `推荐至国家（超出名额 ${over} 项）`
            : none
              ? '推荐至国家（请先勾选）'
              : silent.length > 0
                ? `推荐至国家（${silent.length} 项须说明理由）`
                : `推荐至国家（${chosen.length}）`}
        </Button>
      </div>
    </>
  )
}
