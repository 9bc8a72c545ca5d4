import * as Popover from '@radix-ui/react-popover'
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react'
import { isWholeDate, typedDate } from '../lib/typed-date.ts'
import type { ControlProps } from './form/picker.tsx'
import { Icon } from './icons.tsx'

const loadCalendar = () => import('./date-calendar.tsx')
const Calendar = lazy(async () => ({ default: (await loadCalendar()).DateCalendar }))

interface DateInputProps extends ControlProps {
  /** `yyyy-MM-dd`, or what was typed instead. */
  value: string
  onValue: (value: string) => void
  /** First and last day that the calendar offers. */
  min?: string
  max?: string
  /** Whether only dates are passed on; other text is dropped when the field is left. */
  isStrict?: boolean
}

const FIRST = '1990-01-01'
const LAST = '2099-12-31'

/** Text of a field while it is typed, apart from the value until it is a date or the field is left. */
function useTyped({ value, onValue, isStrict = false }: DateInputProps) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setText(value)
  }
  const pass = (next: string) => {
    setText(next)
    if (next !== value) onValue(next)
  }
  return {
    text,
    pass,
    type(next: string) {
      if (next === '' || isWholeDate(next)) pass(typedDate(next) ?? '')
      else setText(next)
    },
    leave: () => pass(typedDate(text) ?? (isStrict && text !== '' ? value : text)),
  }
}

/** A date that is typed in one of several notations or chosen from a calendar. */
export function DateInput(props: DateInputProps) {
  const { value, onValue: _pass, min = FIRST, max = LAST, isStrict: _strict, ...control } = props
  const { text, pass, type, leave } = useTyped(props)
  const [isOpen, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') leave()
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Anchor className="relative">
        <input
          {...control}
          ref={input}
          type="text"
          autoComplete="off"
          inputMode="numeric"
          placeholder="年-月-日"
          title="可输入 2026-11-22、2026/11/22、20261122 或 2026年11月22日"
          value={text}
          onChange={(event) => type(event.target.value)}
          onBlur={leave}
          onKeyDown={press}
          className="control pr-8!"
        />
        <Popover.Trigger
          aria-label={`打开日历${control['aria-label'] ? `：${control['aria-label']}` : ''}`}
          disabled={control.disabled}
          tabIndex={-1}
          onPointerEnter={() => void loadCalendar()}
          className="absolute inset-y-0 right-1 grid w-7 place-items-center text-ink-faint hover:text-ink disabled:hidden"
        >
          <Icon name="calendar" size={15} />
        </Popover.Trigger>
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          aria-label="日历"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            input.current?.focus()
          }}
          className="z-50 min-h-72 min-w-64 animate-fade-in rounded-lg border border-line bg-surface p-2 text-s shadow-float"
        >
          <Suspense fallback={<div role="status" aria-label="正在加载" />}>
            <Calendar
              value={typedDate(text) ?? typedDate(value)}
              min={min}
              max={max}
              onValue={(next) => {
                pass(next)
                setOpen(false)
              }}
            />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
