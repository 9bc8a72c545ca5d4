import * as Popover from '@radix-ui/react-popover'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Icon } from '../icons.tsx'

/** Props from a Field for its control. */
export interface ControlProps {
  id?: string
  name?: string
  'aria-label'?: string
  'aria-invalid'?: boolean
  'aria-describedby'?: string | undefined
  'aria-required'?: boolean
  disabled?: boolean
}

/** Whether a panel is open, and the text its search starts with. */
export function usePanel() {
  const [words, setWords] = useState('')
  const [isOpen, setShown] = useState(false)
  const setOpen = (next: boolean) => {
    setWords('')
    setShown(next)
  }
  const open = (typed: string) => {
    setWords(typed)
    setShown(true)
  }
  return { isOpen, words, setWords, open, setOpen }
}

interface TriggerProps extends ControlProps {
  isOpen: boolean
  /** Opens the panel. Text typed on the trigger starts the search. */
  onOpen: (words: string) => void
  text: string
  placeholder: string
  /** Shown if there is a value to clear. */
  onClear?: (() => void) | undefined
}

/** Whether a key types a character. */
export const isPrintable = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey

/** The closed state of a control that picks from a list. Arrows and typing open it; its popup is a dialog with a search. */
export function PickTrigger({ isOpen, onOpen, text, placeholder, onClear, ...control }: TriggerProps) {
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp' && !isPrintable(event)) return
    event.preventDefault()
    onOpen(isPrintable(event) ? event.key : '')
  }
  return (
    <div className="relative">
      <Popover.Trigger asChild>
        <button
          type="button"
          {...control}
          role="combobox"
          aria-expanded={isOpen}
          onKeyDown={press}
          title={text || undefined}
          className={`control flex items-center truncate text-left ${onClear ? 'pr-14!' : 'pr-7!'} ${text ? '' : 'text-ink-faint!'}`}
        >
          <span className="truncate">{text || placeholder}</span>
        </button>
      </Popover.Trigger>
      {onClear && (
        <button
          type="button"
          aria-label={`清除${control['aria-label'] ?? ''}`}
          onClick={onClear}
          className="absolute inset-y-0 right-7 grid w-6 place-items-center text-ink-faint hover:text-ink"
        >
          <Icon name="close" size={12} />
        </button>
      )}
      <span
        aria-hidden="true"
        className={`pointer-events-none absolute inset-y-0 right-2.5 grid place-items-center text-[8px] text-ink-faint transition-transform ${isOpen ? 'rotate-180' : ''}`}
      >
        ▼
      </span>
    </div>
  )
}

/** Focuses the search with the caret behind its initial text, so that typing continues. */
function focusSearch(event: Event): void {
  const search = event.currentTarget instanceof Element && event.currentTarget.querySelector('input')
  if (!search) return
  event.preventDefault()
  search.focus()
  search.setSelectionRange(search.value.length, search.value.length)
}

interface PanelProps {
  label: string
  className?: string
  children: ReactNode
}

/** Popup below a trigger. */
export function PickPanel({ label, className = '', children }: PanelProps) {
  return (
    <Popover.Portal>
      <Popover.Content
        aria-label={label}
        onOpenAutoFocus={focusSearch}
        align="start"
        sideOffset={4}
        collisionPadding={8}
        className={`z-50 flex max-h-[min(360px,var(--radix-popover-content-available-height))] animate-fade-in flex-col rounded-lg border border-line bg-surface text-s shadow-float ${className}`}
      >
        {children}
      </Popover.Content>
    </Popover.Portal>
  )
}
