import type { RefObject } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Kinds } from '../page-filter.ts'
import { useShown } from '../shown.ts'
import { useKindTexts } from './kind-texts.ts'
import { useClear } from './use-clear.ts'

interface ChipProps {
  label: string
  text: string
  onRemove: () => void
}

/** A condition of the page, which its print and files have, too. */
function Chip({ label, text, onRemove }: ChipProps) {
  const host = useShown<HTMLLIElement>({ kind: 'condition', label, text })
  return (
    <li
      ref={host}
      className="flex min-h-control max-w-full items-center gap-1 rounded border border-brand-line bg-brand-soft pl-2 text-brand-ink text-s"
    >
      <span className="min-w-0 break-words">
        {label}：{text}
      </span>
      <button
        type="button"
        data-print="none"
        aria-label={`取消条件 ${label}：${text}`}
        className="grid size-control shrink-0 place-items-center rounded hover:bg-hover"
        onClick={onRemove}
      >
        ×
      </button>
    </li>
  )
}

interface FilterChipsProps {
  filter: Kinds
  /** Opens the dialog of all conditions; takes the focus of a condition that is taken away. */
  button: RefObject<HTMLButtonElement | null>
}

/** The kinds of projects that the page is limited to, each of which can be taken away. */
export function FilterChips({ filter, button }: FilterChipsProps) {
  const texts = useKindTexts(filter)
  const clearAt = useClear()
  const clear = (names: readonly string[]) => {
    // The control of the condition leaves the page with it.
    button.current?.focus()
    clearAt(names)
  }
  return (
    <ul aria-label="筛选条件" className="flex flex-wrap items-center gap-1.5">
      {texts.map(({ name, label, text }) => (
        <Chip key={name} label={label} text={text} onRemove={() => clear([name])} />
      ))}
      <li>
        <Button look="quiet" onClick={() => clear(texts.map(({ name }) => name))}>
          清除条件
        </Button>
      </li>
    </ul>
  )
}
