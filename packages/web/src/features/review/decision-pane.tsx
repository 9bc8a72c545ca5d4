import { type RefObject, useState } from 'react'
import { isFar, leftText, shortDay } from '../../lib/due.ts'
import { momentOf } from '../../lib/moment.ts'
import { Phrases } from '../../records/phrases.tsx'
import type { Goal } from '../../records/portal-kind.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Textarea } from '../../ui/inputs.tsx'
import { FlowHistory } from '../../ui/record/flow-history.tsx'
import { LEAST_REASON, needsReason, passOf, returnOf, toClose } from './decision-model.ts'
import { useDeskParts } from './desk-context.ts'
import { DraftList } from './draft-list.tsx'
import { useClosing } from './remarks-card.tsx'

const READ_ONLY = '此件不在您的待办中，内容只读。'
const SECTION = 'border-line border-t px-4 py-3'

function GoalLine({ goal, isReturn }: { goal: Goal; isReturn: boolean }) {
  const due =
    goal.dueTime && !isFar(goal.dueTime) && `办理期限 ${shortDay(goal.dueTime)}，${leftText(goal.dueTime)}`
  const note = [goal.note, due]
  return (
    <li className="flex items-start gap-2.5">
      <Icon
        name={isReturn ? 'reply' : 'arrowRight'}
        className={`mt-1 ${isReturn ? 'text-danger' : 'text-success'}`}
      />
      <span className="min-w-0 text-s leading-5">
        {goal.text}
        {note.some(Boolean) && (
          <span className="block text-ink-faint text-xs leading-[18px]">
            {note.filter(Boolean).join('；')}
          </span>
        )}
      </span>
    </li>
  )
}

/** Results of all steps of a kind that has its own, in words. */
export function AllGoals({ goals }: { goals: readonly Goal[] }) {
  if (goals.length === 0) return <p className="px-4 py-3 text-ink-soft text-s">{READ_ONLY}</p>
  return (
    <ul className="grid gap-2.5 px-4 py-3" aria-label="办理后的去向">
      {goals.map((goal) => (
        <GoalLine key={goal.action} goal={goal} isReturn={goal.action === 'RETURN'} />
      ))}
    </ul>
  )
}

/** Results of a pass and of a return, in words. */
function Goals() {
  const { open } = useDeskParts()
  if (!open.record) return null
  const pass = passOf(open.record)
  const back = returnOf(open.record)
  if (!pass && !back) return <p className="px-4 py-3 text-ink-soft text-s">{READ_ONLY}</p>
  return (
    <ul className="grid gap-2.5 px-4 py-3" aria-label="办理后的去向">
      {pass && <GoalLine goal={pass} isReturn={false} />}
      {back && <GoalLine goal={back} isReturn />}
    </ul>
  )
}

const REASON_LIMIT = 500

/** Reason for passing with an undecided suspected duplicate. */
function RepeatReason({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const { open, entry, change } = useDeskParts()
  if (!open.record || !needsReason(open.record)) return null
  const { reason } = entry.draft
  return (
    <section
      className="border-danger-line border-t bg-danger-soft px-4 py-3 text-s"
      aria-label="通过前须处理"
    >
      <h3 className="flex items-center gap-1.5 font-medium text-body text-danger">
        <Icon name="alert" /> 通过前有 1 项须处理
      </h3>
      <p className="mt-1 text-ink-soft">
        疑似重复尚未判定。请先判定，或在下面写明未判定即通过的理由（两件的办理记录都会留存）。
      </p>
      <label className="mt-1.5 mb-1 block text-xs" htmlFor="desk-reason">
        理由<span className="ml-0.5 text-danger">*</span>
      </label>
      <Textarea
        ref={field}
        id="desk-reason"
        aria-describedby="desk-reason-note"
        maxLength={REASON_LIMIT}
        value={reason}
        onValue={(value) => change({ reason: value })}
      />
      <p id="desk-reason-note" className="flex justify-between text-ink-soft text-xs">
        <span>至少 {LEAST_REASON} 个字</span>
        <span>
          {reason.length}/{REASON_LIMIT}
        </span>
      </p>
    </section>
  )
}

/** Items that a pass confirms: own open remarks, and changes that nobody asked for. */
function ToConfirm() {
  const { open } = useDeskParts()
  const closing = useClosing()
  if (!open.record || !passOf(open.record)) return null
  const remarks = toClose(open.record.remarks)
  const changes = open.changes?.changes ?? []
  const unasked = changes.some(({ asked }) => asked) ? changes.filter(({ asked }) => asked === false) : []
  if (remarks.length === 0 && unasked.length === 0) return null
  return (
    <section className={SECTION} aria-label="通过前须确认">
      <h3 className="flex items-center gap-1.5 font-medium text-body">
        <Icon name="alert" /> 通过前须确认
      </h3>
      <ul className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-0.5 text-s">
        {remarks.length > 0 && (
          <li className="flex items-center gap-2">
            <span className="size-2.5 shrink-0 rounded-full bg-warning" aria-hidden="true" />
            <span className="mr-auto">{remarks.length} 处意见尚未关闭</span>
            <Button
              look="quiet"
              className="h-6! px-0! max-lg:h-11!"
              busy={closing.isPending}
              onClick={() => closing.mutate(remarks.map(({ id }) => id))}
            >
              全部关闭
            </Button>
          </li>
        )}
        {unasked.length > 0 && (
          <li className="flex items-center gap-2">
            <span className="size-2.5 shrink-0 rounded-full bg-warning" aria-hidden="true" />
            <span className="mr-auto min-w-0">
              {unasked.length} 处未被要求的变化：{unasked.map(({ fieldLabel }) => fieldLabel).join('、')}
            </span>
            <a href="#desk-unasked" className="text-brand-ink hover:underline">
              看
            </a>
          </li>
        )}
      </ul>
    </section>
  )
}

const OPINION_LIMIT = 500

function Opinion({
  field,
  isRequired,
}: {
  field: RefObject<HTMLTextAreaElement | null>
  isRequired: boolean
}) {
  const { entry, change } = useDeskParts()
  const { opinion } = entry.draft
  const insert = (phrase: string) => {
    const at = field.current?.selectionStart ?? opinion.length
    const to = field.current?.selectionEnd ?? at
    change({ opinion: (opinion.slice(0, at) + phrase + opinion.slice(to)).slice(0, OPINION_LIMIT) })
    field.current?.focus()
  }
  return (
    <section className={SECTION}>
      <label htmlFor="desk-opinion" className="mb-1.5 flex items-baseline gap-2 font-medium text-body">
        <span>办理意见{isRequired && <span className="ml-0.5 text-danger">*</span>}</span>
        {!isRequired && <span className="font-normal text-ink-faint text-xs">退回必填，其他可不填</span>}
      </label>
      <Textarea
        ref={field}
        id="desk-opinion"
        rows={4}
        aria-required={isRequired}
        placeholder="填写意见，或选用常用语"
        maxLength={OPINION_LIMIT}
        value={opinion}
        onValue={(value) => change({ opinion: value })}
      />
      <Phrases onPick={insert} />
    </section>
  )
}

const SHOWN = 3

export function History() {
  const { open } = useDeskParts()
  const [isAll, setAll] = useState(false)
  const { history } = open
  if (history.length === 0) return null
  return (
    <section className={SECTION} aria-label="历次办理">
      <h3 className="mb-1 font-medium text-body">历次办理</h3>
      {isAll ? (
        <FlowHistory history={history} />
      ) : (
        <ul className="grid gap-0.5 text-s">
          {history
            .toReversed()
            .slice(0, SHOWN)
            .map(({ time, orgName, action, actionLabel, opinion }) => (
              <li key={`${time} ${action}`} className="truncate" title={opinion}>
                <span className="mr-2 text-ink-faint">{momentOf(time)}</span>
                {orgName} {actionLabel ?? action}
              </li>
            ))}
        </ul>
      )}
      {history.length > SHOWN && (
        <button
          type="button"
          className="mt-1 min-h-6 text-brand-ink text-s hover:underline"
          onClick={() => setAll(!isAll)}
        >
          {isAll ? '收起' : `查看全部 ${history.length} 条`}
        </button>
      )}
    </section>
  )
}

interface DecisionPaneProps {
  isReturning: boolean
  opinion: RefObject<HTMLTextAreaElement | null>
  reason: RefObject<HTMLTextAreaElement | null>
  parts: RefObject<HTMLFieldSetElement | null>
}

/** The part above the foot: goals, items to confirm, unsent remarks, opinion and history. */
export function DecisionPane({ isReturning, opinion, reason, parts }: DecisionPaneProps) {
  const { entry, open, change } = useDeskParts()
  const Choice = open.kind?.parts?.Choice
  return (
    <>
      <Goals />
      {!isReturning && <RepeatReason field={reason} />}
      {!isReturning && <ToConfirm />}
      <DraftList />
      {isReturning && Choice && (
        <Choice draft={entry.draft} onParts={(chosen) => change({ parts: chosen })} field={parts} />
      )}
      {!open.isReadOnly && (
        <Opinion
          field={opinion}
          isRequired={
            isReturning ||
            entry.draft.remarks.length > 0 ||
            (open.record !== undefined && passOf(open.record)?.needsOpinion === true)
          }
        />
      )}
      <History />
    </>
  )
}
