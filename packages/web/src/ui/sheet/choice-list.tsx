// biome-ignore-all lint/a11y/useFocusableInteractive: the cell's input keeps the focus and names the active option
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the cell's input handles the keys
import * as Popover from '@radix-ui/react-popover'
import { type RefObject, useEffect } from 'react'

interface ChoiceListProps {
  id: string
  label: string
  /** Labels. */
  options: readonly string[]
  /** Index of the highlighted option. */
  at: number | undefined
  anchor: RefObject<HTMLElement | null>
  onPick: (label: string) => void
}

export const optionId = (id: string, at: number): string => `${id}-${at}`

/** The choices of the cell that is being edited, below it. */
export function ChoiceList({ id, label, options, at, anchor, onPick }: ChoiceListProps) {
  useEffect(() => {
    if (at !== undefined) document.getElementById(optionId(id, at))?.scrollIntoView({ block: 'nearest' })
  }, [id, at])
  const stay = (event: Event) => event.preventDefault()
  return (
    <Popover.Root open>
      {/* Radix measures the element when the list opens; a ref that is still empty is filled by then. */}
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Popover.Portal>
        <Popover.Content
          role="presentation"
          align="start"
          sideOffset={2}
          collisionPadding={8}
          onOpenAutoFocus={stay}
          onCloseAutoFocus={stay}
          className="z-50 max-h-[min(300px,var(--radix-popover-content-available-height))] w-[max(var(--radix-popover-trigger-width),180px)] overflow-y-auto rounded-lg border border-line bg-surface text-s shadow-float"
          // The input keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
        >
          <div id={id} role="listbox" aria-label={label} className="p-1">
            {options.map((option, index) => (
              <div
                key={option}
                id={optionId(id, index)}
                role="option"
                aria-selected={index === at}
                onClick={() => onPick(option)}
                className={`cursor-pointer rounded px-2.5 py-1.5 hover:bg-hover ${index === at ? 'bg-hover text-brand-ink' : ''}`}
              >
                {option}
              </div>
            ))}
            {options.length === 0 && <p className="px-2.5 py-2 text-ink-faint">没有匹配的选项</p>}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
