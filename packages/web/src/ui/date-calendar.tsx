import { DayPicker } from 'react-day-picker'
import { zhCN } from 'react-day-picker/locale/zh-CN'
import { today } from '../lib/beijing.ts'
import { Icon } from './icons.tsx'

const PAD = 2

/** A day as the calendar has it: at midnight of this machine. */
const toDate = (day: string) => new Date(`${day}T00:00:00`)
const toDay = (date: Date) =>
  [
    date.getFullYear(),
    String(date.getMonth() + 1).padStart(PAD, '0'),
    String(date.getDate()).padStart(PAD, '0'),
  ].join('-')

const step = 'grid size-7 place-items-center rounded text-ink-soft hover:bg-hover aria-disabled:opacity-40'
const classes = {
  months: 'relative',
  nav: 'absolute top-0 right-0 flex gap-1',
  button_previous: step,
  button_next: step,
  month_caption: 'flex h-7 items-center',
  dropdowns: 'flex items-center gap-1 pl-1',
  dropdown_root: 'relative rounded px-1 hover:bg-hover focus-within:outline-2 focus-within:outline-focus',
  dropdown: 'absolute inset-0 w-full cursor-pointer appearance-none opacity-0',
  caption_label: 'flex items-center gap-1 font-medium',
  month_grid: 'mt-1 border-collapse',
  weekday: 'size-8 font-normal text-ink-faint text-xs',
  day: 'p-0 text-center',
  day_button: 'size-8 rounded-md hover:bg-hover disabled:cursor-not-allowed disabled:hover:bg-transparent',
  today: 'font-medium text-brand-ink',
  selected: '[&>button]:bg-brand [&>button]:text-on-brand [&>button]:hover:bg-brand-strong',
  outside: 'text-ink-faint',
  disabled: 'text-ink-faint opacity-50',
}

const arrows = { up: 'chevronDown', down: 'chevronDown', left: 'chevronLeft', right: 'chevronRight' } as const

const components = {
  Chevron: ({ orientation = 'down' }: { orientation?: keyof typeof arrows }) => (
    <Icon name={arrows[orientation]} size={14} />
  ),
}

interface DateCalendarProps {
  /** `yyyy-MM-dd`. */
  value: string | undefined
  min: string
  max: string
  onValue: (value: string) => void
}

/** Calendar of one month, walked by arrow keys, Page Up and Page Down. */
export function DateCalendar({ value, min, max, onValue }: DateCalendarProps) {
  const [first, last] = [toDate(min), toDate(max)]
  const now = toDate(today())
  return (
    <DayPicker
      mode="single"
      required
      locale={zhCN}
      weekStartsOn={1}
      captionLayout="dropdown"
      showOutsideDays
      autoFocus
      today={now}
      selected={value ? toDate(value) : undefined}
      defaultMonth={value ? toDate(value) : now}
      startMonth={first}
      endMonth={last}
      disabled={[{ before: first }, { after: last }]}
      onSelect={(date) => onValue(toDay(date))}
      classNames={classes}
      components={components}
      footer={
        <button
          type="button"
          onClick={() => onValue(today())}
          className="mt-1 rounded px-2 py-1 text-brand-ink hover:bg-hover"
        >
          今天
        </button>
      }
    />
  )
}
