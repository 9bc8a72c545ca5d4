import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { FlowRequest } from '@xinchu/sdk'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loading } from '../../../ui/states.tsx'
import { Going, LeftOutRows, ProjectLink } from '../batch-sections.tsx'
import { type Passing, type Records, sumsText } from '../pass-model.ts'
import { projectQueries } from '../queries.ts'
import { needsReason } from '../repeat-check.ts'
import { RepeatReason } from '../repeat-reason.tsx'
import { goalOf, useReviews } from '../use-pass-plan.ts'
import { FactSection } from './submit-facts.tsx'
import { explained, officeName } from './submit-model.ts'
import { leadTo, STATEMENT, Statement, SubmitNote, type Todo } from './submit-note.tsx'
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
  const missing = going
    .flatMap((each) => explained(each.warnings, reasonsOf(each)))
    .filter(({ reason }) => reason === '').length
  return {
    reasonsOf,
    missing,
    isTyped: Object.keys(typed).length > 0,
    change: (id: number, index: number, reason: string) => setTyped({ ...typed, [keyOf(id, index)]: reason }),
    sent: () =>
      going.flatMap((each) =>
        explained(each.warnings, reasonsOf(each)).map((reason) => ({ id: each.row.id, ...reason })),
      ),
  }
}

/** The only project of a submission, if it is its first one. */
function useFirst([only, ...others]: readonly Passing[], records: Records) {
  const id = only?.id ?? 0
  const isFirst = others.length === 0 && records.get(id)?.submissions.length === 0
  return useQuery({ ...projectQueries.one(id), enabled: isFirst }).data
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
  const todo: Todo | undefined = isPending
    ? { text: '正在核对…' }
    : closed
      ? { text: closed }
      : going.length === 0
        ? { text: '没有可提交的项目' }
        : reasons.missing > 0
          ? {
              text: `还差 ${reasons.missing} 条原因，写完即可提交`,
              target: '[data-warning] input:placeholder-shown',
            }
          : suspects.length > 0 && repeatReason.trim() === ''
            ? { text: '请填写疑似重复说明', target: 'textarea' }
            : isTrue
              ? undefined
              : STATEMENT
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
    todo,
    /** The only project, if it is submitted for the first time. */
    first: useFirst(rows, records),
  }
}

function labelOf(rows: readonly Passing[], going: number, left: number, office: string | undefined): string {
  if (rows.length === 1) return office ? `提交给${office}` : '提交审核'
  return left > 0 ? `提交 ${going} 件，留下 ${left} 件` : `提交 ${going} 件`
}

type Submission = ReturnType<typeof useSubmission>

function requestOf({ going, suspects, reasons, repeatReason }: Submission) {
  const warningReasons = reasons.sent()
  return {
    ids: going.map(({ row }) => row.id),
    opinion: '',
    ...(suspects.length > 0 ? { repeatReason: repeatReason.trim() } : {}),
    ...(warningReasons.length > 0 ? { warningReasons } : {}),
  }
}

interface WarnedProps extends Pick<Submission, 'going' | 'reasons'> {
  isMany: boolean
  onGo: (id: number) => void
}

/** Each project's warnings with the reasons for them. */
const Warned = ({ going, reasons, isMany, onGo }: WarnedProps) =>
  going.map((each) => (
    <section key={each.row.id} aria-label={each.row.projectName} className="empty:hidden">
      {isMany && each.warnings.length > 0 && <ProjectLink row={each.row} />}
      <WarningSection
        warnings={each.warnings}
        reasons={reasons.reasonsOf(each)}
        onReason={(index, reason) => reasons.change(each.row.id, index, reason)}
        onGo={() => onGo(each.row.id)}
      />
    </section>
  ))

/** The summary before a submission from a list or a detail: recipients, warnings, statement of truth. */
export function SubmitManyDialog({ rows, isBusy, onConfirm, onClose }: SubmitManyProps) {
  const navigate = useNavigate()
  const summary = useSubmission(rows)
  const { going, left, suspects, reasons, repeatReason, isTrue, isPending, goal, todo, first } = summary
  const [only] = rows
  const office = only && officeName(goal?.office, only)
  const body = useRef<HTMLFieldSetElement>(null)
  const [isTried, setTried] = useState(false)
  const confirm = () => {
    setTried(true)
    if (todo) return leadTo(body, todo)
    if (isBusy) return
    onConfirm(requestOf(summary))
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
          <SubmitNote id={NOTE} todo={todo} isTried={isTried && !isPending}>
            提交后、签收前可随时撤回
          </SubmitNote>
          <Button onClick={onClose}>返回</Button>
          <Button
            look="primary"
            busy={isBusy}
            aria-disabled={todo !== undefined}
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
        <fieldset ref={body} className="grid gap-3" onKeyDown={press}>
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
          {first && going.length > 0 && <FactSection project={first} />}
          <LeftOutRows left={left} title="不提交，须先改正" />
          <Warned
            going={going}
            reasons={reasons}
            isMany={isMany}
            onGo={(id) => void navigate({ to: '/esproject/declare/form', search: { id } })}
          />
          {suspects.length > 0 && (
            <RepeatReason pairs={suspects} value={repeatReason} onValue={summary.setRepeatReason} />
          )}
          {going.length > 0 && <Statement isTrue={isTrue} onTrue={summary.setTrue} isMissed={isTried} />}
        </fieldset>
      )}
    </Dialog>
  )
}
