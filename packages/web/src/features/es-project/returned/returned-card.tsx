import { type RefObject, useEffect, useRef, useState } from 'react'
import { leftText, shortDay } from '../../../lib/due.ts'
import { momentOf } from '../../../lib/moment.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Switch } from '../../../ui/inputs.tsx'
import { countStates } from '../../../ui/review/remark-model.ts'
import { type FormReview, useRemarkStates } from './form-review.ts'

const FOLDED_FROM = 90

/** The opinion; a long one is folded to two lines. */
function Opinion({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  const isLong = text.length > FOLDED_FROM || text.split('\n').length > 2
  return (
    <p className="min-w-0 flex-1 basis-80">
      <span className={`whitespace-pre-line break-words ${isLong && !isOpen ? 'line-clamp-2' : ''}`}>
        {text}
      </span>
      {isLong && (
        <button
          type="button"
          className="text-brand-ink text-s hover:underline"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? '收起' : '展开'}
        </button>
      )}
    </p>
  )
}

function Due({ day }: { day: string }) {
  return (
    <span className="flex items-center gap-1 whitespace-nowrap text-s text-warning">
      <Icon name="clock" size={14} />
      请于 {shortDay(day)} 前改正，{leftText(day)}
    </span>
  )
}

const kbd = 'rounded border border-current/40 px-1 font-sans text-[11px] leading-4 max-lg:hidden'

function Progress({ review }: { review: FormReview }) {
  const { items, stored, isOnlyReturned, setOnlyReturned, go } = review
  const { total, open, changed, answered } = countStates(useRemarkStates(items, stored))
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-2 text-s">
      <p role="status" className="flex flex-wrap gap-x-3">
        <span>意见 {total} 处：</span>
        <span>
          待处理 <b className={open > 0 ? 'text-danger' : 'text-ink-soft'}>{open}</b>
        </span>
        <span>
          已修改 <b className="text-success">{changed}</b>
        </span>
        <span>
          已答复 <b className="text-success">{answered}</b>
        </span>
      </p>
      <span className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="flex items-center gap-2">
          <span aria-hidden="true">只看退回的字段</span>
          <Switch label="只看退回的字段" checked={isOnlyReturned} onChecked={setOnlyReturned} />
        </span>
        <span className="flex gap-2">
          <Button disabled={open === 0} onClick={() => go(-1)}>
            上一处 <kbd className={kbd}>Shift F8</kbd>
          </Button>
          <Button disabled={open === 0} onClick={() => go(1)}>
            下一处 <kbd className={kbd}>F8</kbd>
          </Button>
        </span>
      </span>
    </div>
  )
}

/** Publishes the height of the pinned card, for links that scroll. */
function usePinnedHeight(card: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = card.current
    const form = element?.closest('form')
    if (!element || !form) return
    const measure = () => {
      const isPinned = getComputedStyle(element).position === 'sticky'
      form.style.setProperty('--pinned', isPinned ? `${element.offsetHeight}px` : '0px')
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      observer.disconnect()
      form.style.removeProperty('--pinned')
    }
  }, [card])
}

/** The return of the record: office, reason, deadline, and progress of the correction. Sticky. */
export function ReturnedCard({ review }: { review: FormReview }) {
  const { returned, items } = review
  const card = useRef<HTMLElement>(null)
  usePinnedHeight(card)
  if (!returned) return null
  return (
    <section
      ref={card}
      aria-label="退回意见"
      className="card z-20 border-l-3! border-l-danger! px-4 py-2.5 lg:sticky lg:top-[var(--frame-top,0px)]"
    >
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="text-ink-soft text-s">
          {returned.orgName} {returned.userName}　{momentOf(returned.time)}
        </span>
        <Opinion text={returned.opinion ?? '未填写意见'} />
        {returned.dueDate && <Due day={returned.dueDate} />}
      </div>
      {items.length > 0 && <Progress review={review} />}
    </section>
  )
}

/** 还有 1 处意见待处理, a link to the next one, or that all are handled. */
export function OpenLink({ review: { items, stored, go } }: { review: FormReview }) {
  const { open, total } = countStates(useRemarkStates(items, stored))
  if (total === 0) return null
  if (open === 0) return <span className="text-s text-success">意见已全部处理</span>
  return (
    <button
      type="button"
      className="flex items-center gap-1.5 text-danger text-s underline-offset-2 hover:underline"
      onClick={() => go(1)}
    >
      <Icon name="alert" />
      还有 {open} 处意见待处理
    </button>
  )
}
