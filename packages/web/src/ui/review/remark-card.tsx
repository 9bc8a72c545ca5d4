import { RemarkStatus } from '@xinchu/contract/codes'
import { useState } from 'react'
import { momentOf } from '../../lib/moment.ts'
import { Button } from '../button.tsx'
import { Icon } from '../icons.tsx'
import { ValueChange } from './change-list.tsx'
import { Key } from './key.tsx'
import { SMALL } from './small.ts'

/** A remark as its reviewer sees it; compatible with the contract's ReviewRemark. */
export interface ReviewedRemark {
  id: number
  field?: string
  fieldLabel: string
  value?: string
  currentValue?: string
  changed?: boolean
  text: string
  status: string
  statusLabel: string
  raisedBy: string
  raisedAt: string
  answer?: string
  answeredBy?: string
  answeredAt?: string
  closedBy?: string
  closedAt?: string
  closable: boolean
}

const LOOKS: Readonly<Record<string, string>> = {
  [RemarkStatus.open]: 'bg-danger-soft text-danger',
  [RemarkStatus.answered]: 'bg-brand-soft text-brand-ink',
  [RemarkStatus.closed]: 'bg-success-soft text-success',
  [RemarkStatus.changedAfterClosing]: 'bg-warning-soft text-warning',
}

const isUnchanged = ({ status, changed, field }: ReviewedRemark) =>
  status === RemarkStatus.answered && !changed && field !== undefined

/** The state of a remark as a tag. The colour repeats the word. */
export function RemarkState({ remark }: { remark: ReviewedRemark }) {
  const look = isUnchanged(remark)
    ? 'bg-warning-soft text-warning'
    : (LOOKS[remark.status] ?? 'bg-sunken text-ink-soft')
  return (
    <span className={`whitespace-nowrap rounded px-1.5 text-xs leading-5 ${look}`}>
      {remark.statusLabel}
      {isUnchanged(remark) && ' · 未修改'}
    </span>
  )
}

function Value({ remark }: { remark: ReviewedRemark }) {
  const { value, currentValue, changed } = remark
  if (changed)
    return (
      <ValueChange
        {...(value === undefined ? {} : { oldValue: value })}
        {...(currentValue === undefined ? {} : { newValue: currentValue })}
      />
    )
  return (
    <>
      {currentValue ?? value ?? '未填写'} <span className="text-warning">与上次相同</span>
    </>
  )
}

const answerOf = ({ answer, changed }: ReviewedRemark) => answer || (changed ? '改正，未留言' : '尚未答复')

function Talk({ remark }: { remark: ReviewedRemark }) {
  const { text, field, answer, answeredBy, answeredAt } = remark
  return (
    <dl className="grid grid-cols-[34px_minmax(0,1fr)] gap-y-0.5 text-s [&>dt]:text-ink-faint">
      <dt>问</dt>
      <dd className="whitespace-pre-line break-words">{text}</dd>
      {field && <dt>值</dt>}
      {field && (
        <dd className="break-words">
          <Value remark={remark} />
        </dd>
      )}
      <dt>答</dt>
      <dd className="whitespace-pre-line break-words">
        {answerOf(remark)}
        {answer && answeredAt && (
          <span className="ml-2 text-ink-faint text-xs">
            {answeredBy} {momentOf(answeredAt)}
          </span>
        )}
      </dd>
    </dl>
  )
}

interface ClosedProps {
  remark: ReviewedRemark
}

/** A closed remark in one line. It unfolds to the whole thread. */
function Closed({ remark }: ClosedProps) {
  const [isOpen, setOpen] = useState(false)
  const { fieldLabel, field, closedBy, closedAt } = remark
  return (
    <div className="card">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full flex-wrap items-center gap-x-2 gap-y-0.5 px-3 py-2 text-left text-s"
      >
        <Icon name="chevronRight" size={14} className={isOpen ? 'rotate-90' : ''} />
        <span>{fieldLabel}</span>
        <RemarkState remark={remark} />
        {field && remark.changed && <Value remark={remark} />}
        <span className="ml-auto text-ink-faint text-xs">
          {closedBy} {closedAt && momentOf(closedAt)} 关闭
        </span>
      </button>
      {isOpen && (
        <div className="px-3 pb-3">
          <Talk remark={remark} />
        </div>
      )}
    </div>
  )
}

interface RemarkCardProps {
  remark: ReviewedRemark
  isBusy?: boolean
  onClose?: () => void
  onAskAgain?: () => void
  /** Shows the field in the record. */
  onField?: () => void
}

/** One thread of the reviewer: question, old and new value, answer; close or ask again. */
export function RemarkCard({ remark, isBusy = false, onClose, onAskAgain, onField }: RemarkCardProps) {
  const { id, fieldLabel, statusLabel, raisedBy, raisedAt, status, closable } = remark
  if (status === RemarkStatus.closed) return <Closed remark={remark} />
  return (
    // biome-ignore lint/a11y/useSemanticElements: a thread is a named group, not a set of form fields
    <div
      role="group"
      tabIndex={-1}
      data-remark={id}
      aria-label={`${fieldLabel}的意见，${statusLabel}`}
      className="card px-3 py-2.5 focus-within:border-brand focus:border-brand focus-visible:outline-2"
    >
      <div className="mb-1.5 flex flex-wrap items-center gap-x-2">
        <h4 className="font-medium text-s">{fieldLabel}</h4>
        <RemarkState remark={remark} />
        <span className="ml-auto text-ink-faint text-xs">
          {raisedBy} {momentOf(raisedAt)}
        </span>
      </div>
      <Talk remark={remark} />
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {closable && onClose && (
          <Button icon="check" className={SMALL} busy={isBusy} onClick={onClose}>
            关闭 <Key>E</Key>
          </Button>
        )}
        {closable && onAskAgain && (
          <Button icon="reply" className={SMALL} onClick={onAskAgain}>
            再问… <Key>A</Key>
          </Button>
        )}
        {remark.field && onField && (
          <Button look="quiet" className={`ml-auto ${SMALL}`} onClick={onField}>
            看字段
          </Button>
        )}
      </div>
    </div>
  )
}
