import type { ReviewTask } from '@xinchu/sdk'
import { repeatScores } from '@xinchu/validators'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { waitedText } from '../../lib/due.ts'
import { figure } from '../../lib/figures.ts'
import { IconButton } from '../../ui/button.tsx'
import { Select } from '../../ui/inputs.tsx'
import { conditionCount, keyOf, ORDERS } from './desk-search.ts'
import { OtherTasks } from './other-tasks.tsx'
import { QueueConditions, QueueFilter } from './queue-filters.tsx'
import type { Desk } from './use-desk.ts'

interface MarkWords {
  text: string
  look: string
}

const DANGER = 'bg-danger-soft text-danger'
const GOOD = 'bg-success-soft text-success'
const BLUE = 'bg-brand-soft text-brand-ink'
const AMBER = 'bg-warning-soft text-warning'

/** Marks of a task by importance. */
export function marksOf(task: ReviewTask): MarkWords[] {
  const { repeatScore = 0, answeredCount, remarkCount, changeCount, warningCount } = task
  return [
    ...(repeatScore >= repeatScores.suspected ? [{ text: `疑似重复 ${repeatScore}`, look: DANGER }] : []),
    ...(answeredCount > 0
      ? [{ text: `已答复 ${answeredCount}/${Math.max(remarkCount, answeredCount)}`, look: GOOD }]
      : []),
    ...(changeCount > 0 ? [{ text: `变更 ${changeCount} 处`, look: BLUE }] : []),
    ...(warningCount > 0 ? [{ text: `警告 ${warningCount}`, look: AMBER }] : []),
  ]
}

const SHOWN_MARKS = 2

function Marks({ task }: { task: ReviewTask }) {
  const marks = marksOf(task)
  if (marks.length === 0) return null
  const rest = marks.slice(SHOWN_MARKS)
  return (
    <span className="mt-1 flex gap-1.5 text-xs leading-5">
      {marks.slice(0, SHOWN_MARKS).map(({ text, look }) => (
        <span key={text} className={`whitespace-nowrap rounded px-1.5 ${look}`}>
          {text}
        </span>
      ))}
      {rest.length > 0 && (
        <span className="text-ink-faint" title={rest.map(({ text }) => text).join('，')}>
          +{rest.length}
        </span>
      )}
    </span>
  )
}

/** Kinds whose records differ only by period within one project. */
const BY_PERIOD: readonly string[] = ['PROGRESS', 'ANNUAL']

const sizeOf = ({ entity, ratedPower, ratedEnergy, period }: ReviewTask) =>
  ratedPower === undefined || BY_PERIOD.includes(entity)
    ? (period ?? '')
    : `${figure(ratedPower)} MW / ${figure(ratedEnergy)} MWh`

const lastPlace = (place: string | undefined) => place?.split(' ').at(-1)

interface ItemProps {
  task: ReviewTask
  isCurrent: boolean
  isStop: boolean
  onOpen: () => void
}

function QueueItem({ task, isCurrent, isStop, onOpen }: ItemProps) {
  const waiting = waitedText(task.waitingSince)
  return (
    <button
      type="button"
      data-queue={keyOf(task)}
      tabIndex={isStop ? 0 : -1}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={onOpen}
      className={`w-full border-line border-b border-l-3 py-[9px] pr-3 pl-2.5 text-left focus-visible:-outline-offset-2 ${isCurrent ? 'border-l-brand bg-brand-soft' : 'border-l-transparent hover:bg-hover'}`}
    >
      <span className="line-clamp-2 text-pretty break-words text-s leading-[19px]" title={task.title}>
        {task.title}
      </span>
      <span className="flex items-baseline gap-2 text-ink-soft text-xs leading-5">
        <span className="min-w-0 flex-1 truncate">
          {[sizeOf(task), lastPlace(task.place)].filter(Boolean).join(' · ')}
        </span>
        <span className={`whitespace-nowrap ${task.overdue ? 'text-danger' : ''}`}>
          <span className="sr-only">已等</span>
          {waiting}
        </span>
      </span>
      <Marks task={task} />
    </button>
  )
}

/** Arrows, Home and End move between items of the queue. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-queue]')]
  const at = items.findIndex((item) => item.matches(':focus'))
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
  if (to === undefined || at < 0) return
  event.preventDefault()
  items[Math.max(0, Math.min(to, items.length - 1))]?.focus()
}

/** The queue with its order and filters. It has a single tab stop. */
export function Queue({ desk, onFold }: { desk: Desk; onFold?: () => void }) {
  const { queue, key, place } = desk
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const item = list.current?.querySelector(`[data-queue="${CSS.escape(key ?? '')}"]`)
    item?.scrollIntoView({ block: 'nearest' })
  }, [key])
  return (
    <>
      <div className="flex h-9 shrink-0 items-center gap-1 border-line border-b pr-2 pl-1 max-lg:h-12">
        <Select
          aria-label="排序"
          className="mr-auto h-7! w-auto! border-transparent! bg-transparent! text-ink-soft!"
          placeholder=""
          value={place.order}
          onValue={(order) => {
            const { ref: _ref, ...rest } = place
            desk.show({ ...rest, order: ORDERS.find(([value]) => value === order)?.[0] ?? 'WAITING' })
          }}
          options={ORDERS.map(([value, label]) => ({ value, label }))}
        />
        <QueueFilter key={JSON.stringify({ ...place, ref: undefined })} place={place} onApply={desk.show} />
        {onFold && <IconButton icon="chevronLeft" label="收起待办" className="size-7" onClick={onFold} />}
      </div>
      <QueueConditions place={place} onApply={desk.show} />
      <ol ref={list} onKeyDown={walk} className="min-h-0 flex-1 overflow-y-auto">
        {queue.map((task, index) => (
          <li key={keyOf(task)}>
            <QueueItem
              task={task}
              isCurrent={keyOf(task) === key}
              isStop={desk.index < 0 ? index === 0 : index === desk.index}
              onOpen={() => desk.open(task)}
            />
          </li>
        ))}
      </ol>
      {desk.total > queue.length && (
        <p className="border-line border-t px-3 py-1.5 text-ink-faint text-xs">
          共 {desk.total} 件，先列前 {queue.length} 件
        </p>
      )}
      {!place.entity && conditionCount(place) === 0 && queue.length > 0 && (
        <OtherTasks others={desk.others} />
      )}
    </>
  )
}

/** The folded queue: numbers only. */
export function FoldedQueue({ desk, onUnfold }: { desk: Desk; onUnfold: () => void }) {
  return (
    <>
      <IconButton icon="chevronRight" label="展开待办" className="mx-auto my-1 size-8" onClick={onUnfold} />
      <p className="mb-2 text-center text-ink-soft text-xs [writing-mode:vertical-rl] [align-self:center]">
        待办 {desk.total} 件
      </p>
      <ol
        onKeyDown={walk}
        className="grid min-h-0 flex-1 content-start justify-center gap-1.5 overflow-y-auto pb-2"
      >
        {desk.queue.map((task, index) => {
          const isCurrent = keyOf(task) === desk.key
          return (
            <li key={keyOf(task)}>
              <button
                type="button"
                data-queue={keyOf(task)}
                tabIndex={isCurrent || (desk.index < 0 && index === 0) ? 0 : -1}
                aria-current={isCurrent ? 'true' : undefined}
                title={task.title}
                aria-label={`第 ${index + 1} 件，${task.title}`}
                onClick={() => desk.open(task)}
                className={`size-7 rounded-md border text-s ${isCurrent ? 'border-brand bg-brand-soft' : 'border-line hover:bg-hover'} ${task.overdue ? 'text-danger' : ''}`}
              >
                {index + 1}
              </button>
            </li>
          )
        })}
      </ol>
    </>
  )
}
