import type { ReactNode } from 'react'
import { PAGE_SIZES } from '../../lib/list-search.ts'
import { IconButton } from '../button.tsx'
import { Select } from '../inputs.tsx'
import { LeftOut } from './left-out.tsx'

/** Pages around the current one plus the first and last; null is a gap. */
export function pagesAround(page: number, pages: number): (number | null)[] {
  const wanted = new Set([0, pages - 1, page - 1, page, page + 1])
  const shown = [...wanted].filter((each) => each >= 0 && each < pages).sort((a, b) => a - b)
  return shown.flatMap((each, index) => {
    const before = shown[index - 1]
    if (before === undefined || each - before === 1) return [each]
    return each - before === 2 ? [each - 1, each] : [null, each]
  })
}

const sizesIn = (counter: string) =>
  PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} ${counter}/页` }))

interface PagerProps {
  /** Page from 0. */
  page: number
  size: number
  /** Undefined while loading. */
  total: number | undefined
  /** Rows of this page, if they are to be counted off. */
  shown?: number
  /** Measure word of the rows. */
  counter?: string | undefined
  /** Whether to name the keys that act on a row. */
  hasKeys?: boolean
  /** Further facts of all rows, such as sums. */
  summary?: ReactNode
  onPage: (page: number) => void
  /** Without it the size is fixed. */
  onSize?: (size: number) => void
}

function PageNumbers({ page, pages, onPage }: { page: number; pages: number; onPage: PagerProps['onPage'] }) {
  return pagesAround(page, pages).map((each, index) =>
    each === null ? (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: gaps have nothing but their place
        key={`gap${index}`}
        className="hidden w-6 text-center sm:inline"
        aria-hidden="true"
      >
        …
      </span>
    ) : (
      <button
        key={each}
        type="button"
        aria-label={`第 ${each + 1} 页`}
        aria-current={each === page ? 'page' : undefined}
        onClick={() => onPage(each)}
        className="hidden h-8 min-w-8 rounded-md border border-transparent px-2 hover:bg-hover aria-[current]:border-brand aria-[current]:text-brand-ink sm:inline-block"
      >
        {each + 1}
      </button>
    ),
  )
}

const KEYS = [
  ['空格', '选中'],
  ['Enter', '打开'],
  ['.', '操作'],
] as const

/** Keys that act on the row with the focus. */
function KeyHints() {
  return (
    <span className="flex gap-3 text-ink-faint text-xs max-xl:hidden">
      {KEYS.map(([key, does]) => (
        <span key={key} className="flex items-center gap-1">
          <kbd className="rounded border border-line px-1 font-sans">{key}</kbd>
          {does}
        </span>
      ))}
    </span>
  )
}

const footClass =
  'flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t px-4 py-1.5 text-ink-soft text-s'

export function Pager({
  page,
  size,
  total: known,
  shown = 0,
  counter = '条',
  hasKeys = false,
  summary,
  onPage,
  onSize,
}: PagerProps) {
  const total = known ?? 0
  const pages = Math.max(1, Math.ceil(total / size))
  const before = page * size
  // Neither keys nor pages belong to a list without rows.
  if (known === 0)
    return (
      <p role="status" className={`${footClass} min-h-[45px]`} data-print="none">
        共 0 {counter}
      </p>
    )
  return (
    <nav aria-label="分页" className={footClass} data-print="none">
      <div className="mr-auto flex flex-wrap items-center gap-x-4">
        <span>
          {shown > 0 &&
            `第 ${(before + 1).toLocaleString('zh-CN')}–${(before + shown).toLocaleString('zh-CN')} ${counter}，`}
          <span role="status">
            {known === undefined ? '' : `共 ${total.toLocaleString('zh-CN')} ${counter}`}
          </span>
        </span>
        <LeftOut />
        {summary}
      </div>
      {hasKeys && <KeyHints />}
      {onSize && (
        <div className="hidden w-28 sm:block">
          <Select
            aria-label="每页条数"
            value={String(size)}
            onValue={(value) => onSize(Number(value))}
            options={sizesIn(counter)}
            placeholder=""
          />
        </div>
      )}
      <div className="flex items-center gap-1">
        <IconButton
          icon="chevronLeft"
          label="上一页"
          disabled={page === 0}
          onClick={() => onPage(page - 1)}
        />
        <PageNumbers page={page} pages={pages} onPage={onPage} />
        <span className="px-2 sm:hidden">
          {page + 1} / {pages}
        </span>
        <IconButton
          icon="chevronRight"
          label="下一页"
          disabled={page + 1 >= pages}
          onClick={() => onPage(page + 1)}
        />
      </div>
    </nav>
  )
}
