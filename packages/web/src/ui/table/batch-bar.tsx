import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Icon } from '../icons.tsx'

interface SelectAllProps {
  total: number
  counter: string
  onSelectAll: () => Promise<void>
}

function SelectAll({ total, counter, onSelectAll }: SelectAllProps) {
  const { mutate, isPending } = useMutation({ mutationFn: onSelectAll })
  return (
    <button
      type="button"
      disabled={isPending}
      aria-busy={isPending}
      onClick={() => mutate()}
      className="text-brand-ink hover:underline disabled:opacity-60"
    >
      选中符合条件的全部 {total.toLocaleString('zh-CN')} {counter}
    </button>
  )
}

export interface BatchBarProps {
  /** Selected rows: in all, on this page, and outside the current filters. */
  count: number
  here: number
  outside: number
  /** Rows under the current filters. */
  total: number
  /** Measure word. */
  counter: string
  /** Selects all of them; only for tables that can. */
  onSelectAll: (() => Promise<void>) | undefined
  onClear: () => void
  /** Whether the rows are cards, which have no head to lie over. */
  isCards: boolean
  children: ReactNode
}

const OVER_HEAD =
  'absolute top-0 right-0 left-10 z-[4] h-9 overflow-x-auto border-b-2 border-b-brand px-1 [scrollbar-width:none]'
const UNDER_CARDS = 'sticky bottom-0 z-[4] flex-wrap border-line border-t px-4 py-2'

/** Actions on selected rows. Lies over the table's head, so that no row moves when the first one is selected. */
export function BatchBar(props: BatchBarProps) {
  const { count, here, outside, total, counter, onSelectAll, onClear, isCards, children } = props
  const elsewhere = count - here - outside
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's look
    <div
      role="group"
      aria-label="所选项的操作"
      data-print="none"
      className={`flex items-center gap-x-3 gap-y-2 whitespace-nowrap bg-surface text-s ${isCards ? UNDER_CARDS : OVER_HEAD}`}
    >
      <span role="status" className="font-medium">
        已选 {count.toLocaleString('zh-CN')} {counter}
      </span>
      {elsewhere > 0 && (
        <span className="text-ink-soft">
          本页 {here}，其他页 {elsewhere}
        </span>
      )}
      {outside > 0 && (
        <span className="text-warning">
          另有 {outside} {counter}不在当前条件内
        </span>
      )}
      {onSelectAll && count - outside < total && (
        <SelectAll total={total} counter={counter} onSelectAll={onSelectAll} />
      )}
      <div className="ml-auto flex items-center gap-2 [--control-h:28px]">
        {children}
        <button
          type="button"
          title="取消选择"
          onClick={onClear}
          className="inline-flex h-7 items-center gap-1.5 rounded-md px-2 text-ink-soft hover:bg-hover"
        >
          <Icon name="close" size={13} />
          取消
          <kbd className="rounded border border-line px-1 text-ink-faint text-xs max-lg:hidden">Esc</kbd>
        </button>
      </div>
    </div>
  )
}
