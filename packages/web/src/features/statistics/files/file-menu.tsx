import {
  type AriaAttributes,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react'

/** Properties of the button that opens the menu. */
export interface MenuTrigger extends Pick<AriaAttributes, 'aria-haspopup' | 'aria-expanded'> {
  onKeyDown(event: KeyboardEvent): void
  onBlur(event: FocusEvent): void
  onClick(): void
}

interface FileMenuProps<Format extends string> {
  label: string
  formats: readonly (readonly [format: Format, name: string])[]
  onFormat(format: Format): void
  children(trigger: MenuTrigger): ReactNode
}

/** A button that opens a menu of file formats. */
export function FileMenu<Format extends string>({
  label,
  formats,
  onFormat,
  children,
}: FileMenuProps<Format>) {
  const [isOpen, setOpen] = useState(false)
  const host = useRef<HTMLDivElement>(null)
  const items = () => [...(host.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
  const close = () => {
    setOpen(false)
    host.current?.querySelector('button')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
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
  const events = { onKeyDown, onBlur }
  return (
    <div ref={host} className="relative">
      {children({
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        ...events,
        onClick: () => setOpen(!isOpen),
      })}
      {isOpen && (
        <div
          role="menu"
          {...events}
          aria-label={label}
          className="absolute right-0 z-20 mt-1 grid w-36 rounded-md border border-line bg-surface py-1 shadow-(--float)"
        >
          {formats.map(([format, name]) => (
            <button
              key={format}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className="min-h-9 px-3 text-left text-s hover:bg-hover"
              onClick={() => {
                close()
                onFormat(format)
              }}
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
