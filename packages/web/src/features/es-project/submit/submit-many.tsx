import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { FlowRequest } from '@xinchu/sdk'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Checkbox } from '../../../ui/inputs.tsx'
import { Loading } from '../../../ui/states.tsx'
import { Going, LeftOutRows, ProjectLink } from '../batch-sections.tsx'
import { type Passing, sumsText } from '../pass-model.ts'
import { projectQueries } from '../queries.ts'
import { needsReason } from '../repeat-check.ts'
import { RepeatReason } from '../repeat-reason.tsx'
import { goalOf, useReviews } from '../use-pass-plan.ts'
import { officeName } from './submit-model.ts'
import { planSubmit, type Submitting } from './submit-plan.ts'
import { WarningSection } from './submit-sections.tsx'

/** Request to submit several projects. */
export type SubmitManyWords = { ids: number[]; opinion: string } & Pick<FlowRequest, 'warningReasons'> & {
    repeatReason?: string
  }

interface SubmitManyProps {
  rows: readonly Passing[]
  isBusy: boolean
  onConfirm: (words: SubmitManyWords) => void
  onClose: () => void
}

const NOTE = 'submit-note'
const NOTHING = { reasons: [], warnings: [], duplicates: [] }

const keyOf = (id: number, index: number) => `${id} ${index}`

/** The reasons of warnings, by project and place. */
function useReasons(going: readonly Submitting[]) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const reasonsOf = ({ row, warnings }: Submitting) =>
    warnings.map(({ reason }, index) => typed[keyOf(row.id, index)] ?? reason ?? '')
  const missing = going.flatMap(reasonsOf).filter((reason) => reason.trim() === '').length
  return {
    reasonsOf,
    missing,
    isTyped: Object.keys(typed).length > 0,
    change: (id: number, index: number, reason: string) => setTyped({ ...typed, [keyOf(id, index)]: reason }),
    sent: () =>
      going.flatMap((each) =>
        each.warnings.map(({ field, code }, index) => ({
          id: each.row.id,
          field,
          ...(code ? { code } : {}),
          reason: (reasonsOf(each)[index] ?? '').trim(),
        })),
      ),
  }
}

function useSubmission(rows: readonly Passing[]) {
  const { records, isLoading } = useReviews(rows)
  const judging = useQuery({ ...projectQueries.judge(rows.map(({ id }) => id)), staleTime: 0 })
  const judged = judging.data ?? NOTHING
  const { going, left } = planSubmit(rows, records, judged)
  const ids = new Set(going.map(({ row }) => row.id))
  const suspects = judged.duplicates.filter(
    (pair) => needsReason(pair) && [pair.a?.id, pair.b.id].some((id) => id !== undefined && ids.has(id)),
  )
  const reasons = useReasons(going)
  const [repeatReason, setRepeatReason] = useState('')
  const [isTrue, setTrue] = useState(false)
  const isPending = isLoading || judging.isPending
  const goal = goalOf(records, 'SUBMIT')
  // An objection without a record concerns the window, which all share.
  const closed = judged.reasons.find(({ id }) => id === undefined)?.message
  const refusal = isPending
    ? '正在核对…'
    : closed
      ? closed
      : going.length === 0
        ? '没有可提交的项目'
        : reasons.missing > 0
          ? `还差 ${reasons.missing} 条原因，写完即可提交`
          : suspects.length > 0 && repeatReason.trim() === ''
            ? '请填写疑似重复说明'
            : isTrue
              ? undefined
              : '请先确认对内容的真实性负责'
  return {
    going,
    left,
    suspects,
    reasons,
    repeatReason,
    setRepeatReason,
    isTrue,
    setTrue,
    isPending,
    goal,
    refusal,
  }
}

function labelOf(rows: readonly Passing[], going: number, left: number, office: string | undefined): string {
  if (rows.length === 1) return office ? `提交给${office}` : '提交审核'
  return left > 0 ? `提交 ${going} 件，留下 ${left} 件` : `提交 ${going} 件`
}

/** The summary before a submission from a list or a detail: recipients, warnings, statement of truth. */
export function SubmitManyDialog({ rows, isBusy, onConfirm, onClose }: SubmitManyProps) {
  const navigate = useNavigate()
  const summary = useSubmission(rows)
  const { going, left, suspects, reasons, repeatReason, isTrue, isPending, goal, refusal } = summary
  const [only] = rows
  const office = only && officeName(goal?.office, only)
  const confirm = () => {
    if (refusal || isBusy) return
    const warningReasons = reasons.sent()
    onConfirm({
      ids: going.map(({ row }) => row.id),
      opinion: '',
      ...(suspects.length > 0 ? { repeatReason: repeatReason.trim() } : {}),
      ...(warningReasons.length > 0 ? { warningReasons } : {}),
    })
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
    event.preventDefault()
    confirm()
  }
  const isMany = rows.length > 1
  return (
    <Dialog
      open
      size={isMany ? 'summary' : 'wide'}
      isFirm={isTrue || reasons.isTyped || repeatReason !== ''}
      onClose={onClose}
      title={isMany ? `提交 ${rows.length} 件前核对` : '提交前核对'}
      description={isMany ? sumsText(rows) : (only?.projectName ?? '')}
      footer={
        <>
          <span id={NOTE} role="status" className="mr-auto self-center text-ink-soft text-s">
            {refusal ?? '提交后、签收前可随时撤回'}
          </span>
          <Button onClick={onClose}>返回</Button>
          <Button
            look="primary"
            busy={isBusy}
            aria-disabled={refusal !== undefined}
            aria-describedby={NOTE}
            className="aria-disabled:opacity-60"
            onClick={confirm}
          >
            {labelOf(rows, going.length, left.length, office)}
          </Button>
        </>
      }
    >
      {isPending ? (
        <Loading rows={4} />
      ) : (
        <fieldset className="grid gap-3" onKeyDown={press}>
          <legend className="sr-only">核对</legend>
          {going.length > 0 && (
            <Going
              title="将提交"
              icon="check"
              tone="border-success-line"
              rows={going.map(({ row }) => row)}
              goal={goal}
            />
          )}
          <LeftOutRows left={left} title="不提交，须先改正" />
          {going.map((each) => (
            <section key={each.row.id} aria-label={each.row.projectName} className="empty:hidden">
              {isMany && each.warnings.length > 0 && <ProjectLink row={each.row} />}
              <WarningSection
                warnings={each.warnings}
                reasons={reasons.reasonsOf(each)}
                onReason={(index, reason) => reasons.change(each.row.id, index, reason)}
                onGo={() => void navigate({ to: '/esproject/declare/form', search: { id: each.row.id } })}
              />
            </section>
          ))}
          {suspects.length > 0 && (
            <RepeatReason pairs={suspects} value={repeatReason} onValue={summary.setRepeatReason} />
          )}
          {going.length > 0 && (
            <Checkbox checked={isTrue} onChecked={summary.setTrue}>
              本单位对以上内容的真实性、准确性和完整性负责。
            </Checkbox>
          )}
        </fieldset>
      )}
    </Dialog>
  )
}
