import { momentOf } from '../../lib/moment.ts'
import { pressShortcut } from '../../lib/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Key } from '../../ui/review/key.tsx'
import { SMALL } from '../../ui/review/small.ts'
import type { SaveState } from './drafts.ts'
import { kindChip } from './filter-chip.ts'
import { OtherChips } from './other-tasks.tsx'
import type { Desk } from './use-desk.ts'

/** Chips of the kinds of records with their counts. */
export function Kinds({ desk: { kinds, others, waiting, place, show } }: { desk: Desk }) {
  const own = { order: place.order }
  return (
    <nav aria-label="待办的类别" className="flex flex-wrap gap-2">
      {kinds
        .filter(({ count, entity }) => count > 0 || entity === place.entity)
        .map(({ entity, label, count }) => (
          <button
            key={entity}
            type="button"
            aria-pressed={place.entity === entity}
            onClick={() => show({ ...own, entity })}
            className={kindChip(place.entity === entity)}
          >
            {label} <span>{count}</span>
          </button>
        ))}
      <button
        type="button"
        aria-pressed={!place.entity}
        onClick={() => show(own)}
        className={kindChip(!place.entity)}
      >
        全部 <span>{waiting}</span>
      </button>
      <OtherChips others={others} />
    </nav>
  )
}

/** State of the draft in words. */
export function SaveWords({ state }: { state: SaveState }) {
  if (state.kind === 'saving') return <span>正在保存…</span>
  if (state.kind === 'saved') return <span>草稿已保存 {momentOf(state.time).replace(/^今天 /, '')}</span>
  if (state.kind === 'failed')
    return <span className="text-danger">草稿未能保存：{state.reason}，已存本机</span>
  return null
}

interface DeskHeadProps {
  desk: Desk
  save: SaveState
}

/** Title, kinds, state of the draft, and the ways to the previous and the next record. */
export function DeskHead({ desk, save }: DeskHeadProps) {
  const { index, total, next, previous, doneToday } = desk
  return (
    <header className="flex min-h-[45px] shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b bg-surface px-4 py-1.5">
      <h1 className="text-base">审核工作台</h1>
      <Kinds desk={desk} />
      <div className="ml-auto flex items-center gap-2.5 text-ink-soft text-s">
        {save.kind === 'idle' ? <span>今日已办 {doneToday} 件</span> : <SaveWords state={save} />}
        <Button className={SMALL} disabled={!previous} onClick={() => desk.open(previous)}>
          <Icon name="chevronDown" size={14} className="rotate-180" /> 上一件 <Key>K</Key>
        </Button>
        <span className="whitespace-nowrap">
          {index < 0 ? `共 ${total} 件` : `第 ${index + 1} / ${total} 件`}
        </span>
        <Button className={SMALL} disabled={!next} onClick={() => desk.open(next)}>
          <Icon name="chevronDown" size={14} /> 下一件 <Key>J</Key>
        </Button>
        <Button look="quiet" className={SMALL} onClick={() => pressShortcut('?')}>
          键盘 <Key>?</Key>
        </Button>
      </div>
    </header>
  )
}
