import * as Popover from '@radix-ui/react-popover'
import { Suspense, useState } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { conditionCount, type DeskPlace, MARKS } from './desk-search.ts'
import { type FilterProps, filterChip } from './filter-chip.ts'
import { QueueFilterForm } from './lazy-parts.ts'

/** The funnel with the number of conditions. */
export function QueueFilter({ place, onApply }: FilterProps) {
  const [isOpen, setOpen] = useState(false)
  const count = conditionCount(place)
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={count > 0 ? `筛选，已有 ${count} 个条件` : '筛选'}
        className={`inline-flex h-7 min-w-7 items-center justify-center gap-0.5 rounded px-1 hover:bg-hover max-lg:size-11 ${count > 0 ? 'text-brand-ink' : 'text-ink-soft'}`}
      >
        <Icon name="filter" />
        {count > 0 && <span className="text-xs">{count}</span>}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-label="筛选待办"
          className="z-40 w-[340px] max-w-[calc(100vw-24px)] rounded-lg border border-line bg-surface p-3.5 shadow-float"
        >
          <Suspense fallback={<div className="h-56" />}>
            <QueueFilterForm
              place={place}
              onApply={(next) => {
                setOpen(false)
                onApply(next)
              }}
            />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** The conditions as chips, each with its removal. */
export function QueueConditions({ place, onApply }: FilterProps) {
  if (conditionCount(place) === 0) return null
  const { mark, cityCode, countyCode, powerMin, powerMax } = place
  const without = (...names: (keyof DeskPlace)[]) => {
    const { ref: _ref, ...rest } = place
    return Object.fromEntries(
      Object.entries(rest).filter(([name]) => !names.some((each) => each === name)),
    ) as unknown as DeskPlace // conditions are optional, order is never left out
  }
  const power = [powerMin === undefined ? '' : `≥ ${powerMin}`, powerMax === undefined ? '' : `≤ ${powerMax}`]
  const chips: readonly (readonly [string, DeskPlace])[] = [
    ...(mark ? [[MARKS.find(([each]) => each === mark)?.[1] ?? mark, without('mark')] as const] : []),
    ...(cityCode || countyCode ? [['地区', without('cityCode', 'countyCode')] as const] : []),
    ...(power.some(Boolean)
      ? [[`功率 ${power.filter(Boolean).join('，')} MW`, without('powerMin', 'powerMax')] as const]
      : []),
  ]
  return (
    <ul className="flex flex-wrap gap-1.5 border-line border-b px-3 py-1.5">
      {chips.map(([label, next]) => (
        <li key={label}>
          <button
            type="button"
            aria-label={`去掉条件 ${label}`}
            onClick={() => onApply(next)}
            className={`${filterChip(true)} inline-flex items-center gap-1`}
          >
            {label} <Icon name="close" size={12} />
          </button>
        </li>
      ))}
    </ul>
  )
}
