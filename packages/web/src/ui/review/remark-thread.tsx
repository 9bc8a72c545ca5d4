import type { ReviewRemark } from '@xinchu/sdk'
import type { ReactNode } from 'react'
import { momentOf } from '../../lib/moment.ts'
import { RuleCode } from '../rule-code.tsx'
import { AnswerBox } from './answer-box.tsx'
import { type NumberedRemark, REMARK_WORDS, type RemarkState } from './remark-model.ts'

const TONES: Readonly<Record<RemarkState, { edge: string; tag: string }>> = {
  open: { edge: 'border-l-danger', tag: 'bg-danger-soft text-danger' },
  changed: { edge: 'border-l-success', tag: 'bg-success-soft text-success' },
  answered: { edge: 'border-l-brand', tag: 'bg-brand-soft text-brand-ink' },
  closed: { edge: 'border-l-line-control', tag: 'bg-sunken text-ink-soft' },
  changedAfterClosing: { edge: 'border-l-warning', tag: 'bg-warning-soft text-warning' },
}

/** The state of a remark as a tag. */
export function RemarkTag({ state }: { state: RemarkState }) {
  return (
    <span className={`whitespace-nowrap rounded px-1.5 text-xs leading-5 ${TONES[state].tag}`}>
      {REMARK_WORDS[state]}
    </span>
  )
}

/** The number of a remark, equal in form, list and desk. */
export function RemarkNo({ no }: { no: number }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-4.5 shrink-0 place-items-center rounded-full bg-warning font-medium text-[11px] text-surface"
    >
      {no}
    </span>
  )
}

const NOTE_WORDS = { ASK: '提出', ANSWER: '答复', CHANGE: '修改', CLOSE: '关闭', REOPEN: '再问' } as const

/** Earlier rounds of a thread, folded. */
function Earlier({ notes }: { notes: ReviewRemark['notes'] }) {
  if (notes.length < 2) return null
  return (
    <details className="mt-1 text-xs">
      <summary className="cursor-pointer text-ink-faint">往来 {notes.length} 条</summary>
      <ol className="mt-1 grid gap-1 border-line border-l-2 pl-2.5">
        {notes.map(({ kind, time, orgName, userName, text, value }) => (
          <li key={`${time}-${kind}`} className="break-words">
            <span className="text-ink-faint">
              {momentOf(time)}　{orgName} {userName}　{NOTE_WORDS[kind]}
            </span>
            {text && <span className="block whitespace-pre-line">{text}</span>}
            {value && <span className="block text-ink-soft">当时 {value}</span>}
          </li>
        ))}
      </ol>
    </details>
  )
}

const linkClass = 'min-h-6 text-brand-ink hover:underline'

interface ValuesProps {
  remark: ReviewRemark
  state: RemarkState
  now: ReactNode
  children: ReactNode
}

/** The value at the time of the remark, and the present one. */
function Values({ remark: { field, value }, state, now, children }: ValuesProps) {
  return (
    <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-ink-soft text-xs">
      {field && <span>退回时 {value ?? '未填写'}</span>}
      {field && state === 'changed' && (
        <>
          <span aria-hidden="true">→</span>
          <span>
            现在 <span className="text-success">{now ?? '未填写'}</span>
          </span>
        </>
      )}
      {field && state === 'answered' && <span>与现值相同</span>}
      {children}
    </p>
  )
}

interface RemarkThreadProps {
  item: NumberedRemark
  state: RemarkState
  /** Element id, for the field's description. */
  id?: string
  /** The field's current value. */
  now?: ReactNode
  /** Whether the answer box is open. */
  isOpen: boolean
  /** Whether the box takes the focus when it opens. */
  isFocused?: boolean
  onOpen: () => void
  /** Saves the answer; without it the thread is read-only. */
  onAnswer?: ((text: string) => Promise<unknown>) | undefined
  onRestore?: (() => void) | undefined
  onAttach?: (() => void) | undefined
  /** Text before the remark, such as why the field is no longer shown. */
  note?: string | undefined
  /** Shows the name of the field, if the thread is not next to it. */
  isNamed?: boolean
}

interface AnswerProps extends RemarkThreadProps {
  answer: string
}

function Answer({ item, isOpen, isFocused, onOpen, onAnswer, onAttach, answer }: AnswerProps) {
  const { remark, place } = item
  if (isOpen && onAnswer) {
    return (
      <AnswerBox
        label={remark.fieldLabel}
        stored={answer}
        placeholder={place ? '改正数值即可；如不需修改，请在此说明理由' : '请说明改正情况'}
        isFocused={isFocused ?? false}
        onSave={onAnswer}
        onAttach={onAttach}
      />
    )
  }
  if (!answer) return null
  return (
    <div className="mt-1.5 rounded bg-sunken px-2.5 py-1.5 text-s">
      <p className="whitespace-pre-line break-words">{answer}</p>
      <p className="mt-0.5 flex flex-wrap gap-x-3 text-ink-faint text-xs">
        {remark.answeredAt && (
          <span>
            {remark.answeredBy}　{momentOf(remark.answeredAt)}
          </span>
        )}
        {onAnswer && (
          <button type="button" className={linkClass} onClick={onOpen}>
            改写
          </button>
        )}
      </p>
    </div>
  )
}

/** A remark with its state, the values and its answer, beside the field or in a list. */
export function RemarkThread(props: RemarkThreadProps) {
  const { item, state, id, now, isOpen, onOpen, onAnswer, onRestore, note, isNamed = false } = props
  const { no, remark } = item
  const answer = remark.answer ?? ''
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's look
    <div
      role="group"
      id={id}
      tabIndex={-1}
      data-remark={remark.id}
      aria-label={`${remark.fieldLabel}的意见，${REMARK_WORDS[state]}`}
      className={`min-w-0 scroll-mt-40 rounded-md border border-line border-l-3 px-3 py-2 text-s ${TONES[state].edge}`}
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <RemarkNo no={no} />
        {isNamed && <span className="font-medium">{remark.fieldLabel}</span>}
        <span className="text-ink-soft text-xs">
          {remark.raisedBy}　{momentOf(remark.raisedAt)}
        </span>
        <span className="ml-auto">
          <RemarkTag state={state} />
        </span>
      </p>
      <p className="mt-1 whitespace-pre-line break-words">
        {remark.text}
        {remark.ruleCode && (
          <span className="ml-2 text-ink-faint text-xs">
            规则
            <RuleCode code={remark.ruleCode} />
          </span>
        )}
      </p>
      {note && <p className="mt-0.5 text-ink-soft text-xs">{note}</p>}
      <Values remark={remark} state={state} now={now}>
        {state === 'changed' && onRestore && (
          <button type="button" className={linkClass} onClick={onRestore}>
            恢复原值
          </button>
        )}
        {onAnswer && !isOpen && !answer && (
          <button type="button" className={linkClass} onClick={onOpen}>
            写答复{state === 'changed' && '（可不写）'}
          </button>
        )}
      </Values>
      <Answer {...props} answer={answer} />
      <Earlier notes={remark.notes} />
    </div>
  )
}
