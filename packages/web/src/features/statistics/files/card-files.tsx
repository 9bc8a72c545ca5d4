import { type FocusEvent, type KeyboardEvent, use, useRef, useState } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { type ShownCard, ShownContext } from '../shown.ts'
import { partsOf } from './parts-of.ts'
import type { FORMATS } from './save-card.ts'

const NAMES: readonly (readonly [format: (typeof FORMATS)[number], name: string])[] = [
  ['png', '图片（PNG）'],
  ['svg', '矢量图（SVG）'],
  ['xlsx', '表格（xlsx）'],
  ['csv', '表格（CSV）'],
]

/** Menu to save a chart as a picture or a table. */
export function CardFiles({ card }: { card: ShownCard | undefined }) {
  const page = use(ShownContext)
  const [isOpen, setOpen] = useState(false)
  const host = useRef<HTMLDivElement>(null)
  const items = () => [...(host.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
  const close = () => {
    setOpen(false)
    host.current?.querySelector('button')?.focus()
  }
  const onKey = (event: KeyboardEvent) => {
    const all = items()
    const at = all.indexOf(event.target as HTMLElement) // -1 for the button
    if (event.key === 'Escape' && isOpen) close()
    else if (event.key === 'ArrowDown') all[(at + 1) % all.length]?.focus()
    else if (event.key === 'ArrowUp') all.at(at <= 0 ? -1 : at - 1)?.focus()
    else return
    event.preventDefault()
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!host.current?.contains(relatedTarget)) setOpen(false)
  }
  const events = { onKeyDown: onKey, onBlur }
  const save = async (format: (typeof FORMATS)[number]) => {
    close()
    if (!card) return
    const { saveCard } = await import('./save-card.ts')
    await saveCard(card, page ? partsOf(page) : [], format)
  }
  return (
    <div ref={host} className="relative">
      <IconButton
        icon="download"
        label={`下载${card?.title ?? ''}`}
        disabled={!card}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        {...events}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <div
          role="menu"
          {...events}
          aria-label={`下载${card?.title ?? ''}`}
          className="absolute right-0 z-20 mt-1 grid w-36 rounded-md border border-line bg-surface py-1 shadow-(--float)"
        >
          {NAMES.map(([format, name]) => (
            <button
              key={format}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className="min-h-9 px-3 text-left text-s hover:bg-hover"
              onClick={() => void save(format)}
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
