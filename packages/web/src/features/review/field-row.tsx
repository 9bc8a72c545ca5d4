import type { ReactNode } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { type Change, ChangeText } from '../../ui/review/change-list.tsx'
import { Key } from '../../ui/review/key.tsx'
import { draftsOn, typingKey, useDeskParts } from './desk-context.ts'

interface FieldRowProps {
  field: string | undefined
  caption: string
  kind?: string
  change?: Change | undefined
  /** The present value, unless a change shows it. */
  children?: ReactNode
  /** The remark button carries its words. */
  isLoud?: boolean
  /** Takes half of the card. */
  isHalf?: boolean
}

/** Drafts of remarks on the field, with their numbers, and a mark for an unfinished one. */
function Drafts({ field }: { field: string }) {
  const { remarks, typing } = useDeskParts().entry.draft
  return (
    <>
      {draftsOn(remarks, field).map(({ remark, no }) => (
        <span key={no} className="mt-0.5 flex items-start gap-1.5 text-warning">
          <span className="mt-px grid size-[18px] shrink-0 place-items-center rounded-full bg-warning text-[11px] text-surface">
            {no}
          </span>
          <span className="min-w-0 break-words">{remark.text}</span>
        </span>
      ))}
      {typing[typingKey({ field })] && <span className="mt-0.5 block text-warning text-xs">草稿</span>}
    </>
  )
}

/** One field of the record: caption, value or change, and 提意见. */
export function FieldRow(props: FieldRowProps) {
  const { field, caption, kind, change, children, isLoud = false, isHalf = false } = props
  const { open, ask } = useDeskParts()
  const mayAsk = field !== undefined && !open.gone
  const start = () =>
    field &&
    ask({
      field,
      caption,
      text: '',
      ...(kind ? { kind } : {}),
      ...(change?.newValue ? { value: change.newValue } : {}),
      ...(change?.oldValue ? { before: change.oldValue } : {}),
    })
  return (
    <div
      data-field={field}
      className={`group relative grid grid-cols-[102px_minmax(0,1fr)_auto] gap-x-3 px-3 py-1.5 text-s focus-within:bg-brand-soft hover:bg-hover max-sm:grid-cols-[minmax(0,1fr)_auto] ${isHalf ? '' : 'col-span-full'}`}
    >
      <span className="text-ink-soft max-sm:col-start-1">{caption}</span>
      <span className="min-w-0 break-words max-sm:col-start-1">
        {change ? <ChangeText change={change} /> : children}
        {field && <Drafts field={field} />}
      </span>
      {mayAsk && (
        <button
          type="button"
          data-ask
          tabIndex={-1}
          aria-label={`对“${caption}”提意见`}
          onClick={start}
          className={`inline-flex h-6 items-center gap-1 self-start rounded border border-line-strong bg-surface px-1.5 text-ink-soft text-xs hover:border-brand hover:text-brand-ink max-lg:size-8 max-lg:justify-center max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1 ${isLoud ? '' : 'opacity-0 focus:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 max-lg:opacity-100'} ${isHalf ? 'lg:absolute lg:top-1 lg:right-2' : ''}`}
        >
          <Icon name="comment" size={14} />
          {isLoud ? '提意见' : <Key>C</Key>}
        </button>
      )}
    </div>
  )
}
