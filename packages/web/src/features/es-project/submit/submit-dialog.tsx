import { useQuery } from '@tanstack/react-query'
import { CountryStatus } from '@xinchu/contract/codes'
import type { FlowRequest, Project, RepeatPair, ReviewRecord, ReviewWarning } from '@xinchu/sdk'
import { useId, useRef, useState } from 'react'
import { reviewQueries } from '../../../records/review.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import type { FormApi } from '../../../ui/form/context.ts'
import { Icon } from '../../../ui/icons.tsx'
import { Textarea } from '../../../ui/inputs.tsx'
import { asksReason } from '../../../ui/review/asks-reason.ts'
import { Loading } from '../../../ui/states.tsx'
import { RepeatItems } from '../repeat-items.tsx'
import { type FormReview, useRemarkStates } from '../returned/form-review.ts'
import { projectRef } from '../returned/use-form-review.ts'
import { FactSection } from './submit-facts.tsx'
import { explained, officeName, warningsOf } from './submit-model.ts'
import { leadTo, STATEMENT, Statement, SubmitNote, type Todo } from './submit-note.tsx'
import { ChangeSection, OpenRemarks, RemarkSection, WarningSection } from './submit-sections.tsx'

/** Reasons that a submission sends with the project. */
export type SubmitWords = Pick<FlowRequest, 'repeatReason' | 'warningReasons'>

/** Recipient of the project. Stored data remain valid until the change is approved. */
function Goal({ goal, isStored }: { goal: ReviewRecord['goals'][number] | undefined; isStored: boolean }) {
  if (!goal && !isStored) return null
  return (
    <p className="flex items-start gap-2 rounded-md bg-brand-soft px-3 py-2 text-s">
      <Icon name="chevronRight" className="mt-0.5 text-brand-ink" />
      <span>
        {goal && `${goal.text}。`}
        {goal?.note && `${goal.note}。`}
        {isStored && '变更重新通过审核并入库前，已入库的数据继续有效。'}
      </span>
    </p>
  )
}

const reasonsKey = (field: string, message: string) => `${field} ${message}`

interface SubmitDialogProps {
  form: FormApi
  project: Project
  /** Similar projects, which need a reason. */
  suspects: readonly RepeatPair[]
  review: FormReview | undefined
  isBusy: boolean
  onSubmit: (words: SubmitWords, office: string | undefined) => void
  onClose: () => void
}

/** The input of the summary. */
function useSummary({ form, project, suspects, review }: SubmitDialogProps) {
  const ref = projectRef(project.id)
  const { store } = form
  const { data: record, isPending } = useQuery(reviewQueries.record(ref))
  const last = record?.submissions.reduce((no, each) => Math.max(no, each.no), 0) ?? 0
  const changes = useQuery({ ...reviewQueries.changes({ ...ref, from: last }), enabled: last > 0 })
  const states = useRemarkStates(review?.items, review?.stored, form)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [repeatReason, setRepeatReason] = useState(project.repeatReason ?? '')
  const [isTrue, setTrue] = useState(false)
  const warnings = warningsOf(store.state().values, store.options.check, record?.warnings)
  const reasons = warnings.map(
    ({ field, message, reason }) => typed[reasonsKey(field, message)] ?? reason ?? '',
  )
  const isMissing = (warning: ReviewWarning, index: number) =>
    asksReason(warning) && (reasons[index] ?? '').trim() === ''
  const missing = warnings.filter(isMissing).length
  const open = states.filter((state) => state === 'open').length
  const todo: Todo | undefined =
    open > 0
      ? { text: `还有 ${open} 处意见待处理`, target: '[data-open-remark]' }
      : missing > 0
        ? { text: `还差 ${missing} 条原因，写完即可提交`, target: '[data-warning] input:placeholder-shown' }
        : suspects.length > 0 && repeatReason.trim() === ''
          ? { text: '请填写疑似重复说明', target: '[data-repeat] textarea' }
          : isTrue
            ? undefined
            : STATEMENT
  const words = (): SubmitWords => ({
    ...(suspects.length > 0 ? { repeatReason: repeatReason.trim() } : {}),
    ...(warnings.some(asksReason)
      ? { warningReasons: explained(warnings, reasons).map((each) => ({ id: project.id, ...each })) }
      : {}),
  })
  return {
    record,
    isPending,
    isFirst: record !== undefined && last === 0,
    states,
    changes: changes.data?.changes ?? [],
    warnings,
    reasons,
    setReason: (index: number, reason: string) => {
      const warning = warnings[index]
      if (warning) setTyped({ ...typed, [reasonsKey(warning.field, warning.message)]: reason })
    },
    repeatReason,
    setRepeatReason,
    isTrue,
    setTrue,
    todo,
    words,
  }
}

function Repeats({
  pairs,
  value,
  onValue,
}: {
  pairs: readonly RepeatPair[]
  value: string
  onValue: (text: string) => void
}) {
  if (pairs.length === 0) return null
  return (
    <section data-repeat>
      <h3 className="mb-1 font-medium">与已有项目疑似重复，须填写说明</h3>
      <div className="rounded-md border border-line px-3">
        <RepeatItems pairs={pairs} />
        <Field label="疑似重复说明" required hint="确为不同项目的，请写明理由，随项目一并送审">
          {(control) => <Textarea {...control} rows={2} maxLength={500} value={value} onValue={onValue} />}
        </Field>
      </div>
    </section>
  )
}

interface FootProps {
  todo: Todo | undefined
  isTried: boolean
  label: string
  isBusy: boolean
  onSubmit: () => void
  onClose: () => void
}

/** The buttons. The main one shows why it is blocked, and leads to the missing input. */
function Foot({ todo, isTried, label, isBusy, onSubmit, onClose }: FootProps) {
  const id = useId()
  return (
    <>
      <SubmitNote id={id} todo={todo} isTried={isTried}>
        提交后、签收前可随时撤回
      </SubmitNote>
      <Button onClick={onClose}>返回修改</Button>
      <Button
        look="primary"
        busy={isBusy}
        aria-disabled={todo !== undefined}
        aria-describedby={id}
        className={todo ? 'opacity-60' : ''}
        onClick={onSubmit}
      >
        {label}
      </Button>
    </>
  )
}

/** The summary before a submission: recipient, remarks, other changes, warnings, statement of truth. */
export function SubmitDialog(props: SubmitDialogProps) {
  const { form, project, suspects, review, isBusy, onSubmit, onClose } = props
  const body = useRef<HTMLDivElement>(null)
  const summary = useSummary(props)
  const { record, states, warnings, reasons, todo } = summary
  const goal = record?.goals.find(({ action }) => action === 'SUBMIT')
  const office = officeName(goal?.office, project)
  const [isTried, setTried] = useState(false)
  const submit = () => {
    setTried(true)
    if (todo) return leadTo(body, todo)
    if (!isBusy) onSubmit(summary.words(), office)
  }
  const leave = (then: () => void) => {
    onClose()
    // The dialog returns the focus to its opener first.
    setTimeout(then)
  }
  return (
    <Dialog
      open
      size="wide"
      isFirm
      title="提交前核对"
      onClose={onClose}
      footer={
        <Foot
          todo={todo}
          isTried={isTried}
          label={office ? `提交给${office}` : '提交审核'}
          isBusy={isBusy}
          onSubmit={submit}
          onClose={onClose}
        />
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter presses the main button from any field */}
      <div
        ref={body}
        className="grid gap-4"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !event.ctrlKey || event.repeat || event.nativeEvent.isComposing) return
          event.preventDefault()
          submit()
        }}
      >
        {summary.isPending ? (
          <Loading rows={4} />
        ) : (
          <>
            <Goal goal={goal} isStored={project.countryStatus === CountryStatus.stored} />
            {summary.isFirst && <FactSection project={project} />}
            {review && (
              <OpenRemarks items={review.items} states={states} onGo={(at) => leave(() => review.lead(at))} />
            )}
            {review && <RemarkSection remarks={record?.remarks ?? []} items={review.items} states={states} />}
            <ChangeSection changes={summary.changes} remarks={record?.remarks ?? []} />
            <Repeats pairs={suspects} value={summary.repeatReason} onValue={summary.setRepeatReason} />
            <WarningSection
              warnings={warnings}
              reasons={reasons}
              onReason={summary.setReason}
              onGo={(field) => leave(() => form.focus(field))}
            />
            <Statement isTrue={summary.isTrue} onTrue={summary.setTrue} isMissed={isTried} />
          </>
        )}
      </div>
    </Dialog>
  )
}
