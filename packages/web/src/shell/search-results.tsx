import { Icon } from '../ui/icons.tsx'
import { RangedText } from '../ui/ranged-text.tsx'
import type { Found } from './menu-search.ts'

interface ResultProps {
  found: Found
  id: string
  isCurrent: boolean
  onPoint: () => void
  onOpen: () => void
}

export const Result = ({ found, id, isCurrent, onPoint, onOpen }: ResultProps) => (
  <button
    id={id}
    type="button"
    role="option"
    aria-selected={isCurrent}
    tabIndex={-1}
    onMouseMove={onPoint}
    onClick={onOpen}
    className={`flex w-full items-baseline gap-3 rounded-md px-3 py-1.5 text-left text-s aria-selected:bg-brand-soft aria-selected:text-brand-ink ${found.isMore ? 'text-brand-ink' : ''}`}
  >
    <span className="min-w-0 flex-1">
      <span className="block truncate">
        {found.hit ? (
          <RangedText text={found.hit.title} ranges={found.hit.titleMarks} />
        ) : (
          found.title.join(' > ')
        )}
      </span>
      {found.hit?.subtitle && (
        <span className="block truncate text-ink-faint text-xs">
          <RangedText text={found.hit.subtitle} ranges={found.hit.subtitleMarks} />
        </span>
      )}
    </span>
    {found.note && <span className="shrink-0 text-ink-faint text-xs">{found.note}</span>}
  </button>
)

interface RecentProps {
  searches: readonly string[]
  onChoose: (words: string) => void
}

/** Shows the recognised conditions and the searches of this session. */
export const Recent = ({ searches, onChoose }: RecentProps) => (
  <div className="grid gap-3 px-4 py-4 text-s">
    {searches.length > 0 && (
      <section aria-label="最近搜索" className="grid gap-1.5">
        <p className="text-ink-faint text-xs">最近搜索</p>
        <ul className="flex flex-wrap gap-1.5">
          {searches.map((words) => (
            <li key={words}>
              <button
                type="button"
                onClick={() => onChoose(words)}
                className="flex min-h-6 items-center gap-1 rounded-full bg-sunken px-2.5 py-0.5 hover:text-brand-ink"
              >
                <Icon name="search" size={12} className="text-ink-faint" />
                {words}
              </button>
            </li>
          ))}
        </ul>
      </section>
    )}
    <p className="text-ink-soft text-xs">
      可搜索菜单、项目、示范项目、消息、栏目和联系人，也可输入拼音首字母、项目编号。项目条件可直接写出，例如“宁夏
      200MW 铁锂 在建”“2024年投运 独立储能”；加双引号的词按原文查找。
    </p>
  </div>
)
