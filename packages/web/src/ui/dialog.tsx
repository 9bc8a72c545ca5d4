import * as Radix from '@radix-ui/react-dialog'
import { type ReactNode, type RefObject, useRef } from 'react'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  description?: string
  children: ReactNode
  footer: ReactNode
  /** Wide enough for two columns, a table or an article; or for a summary with a form in its rows. */
  size?: 'narrow' | 'wide' | 'summary'
  /** A click outside does not close it, because it has input. */
  isFirm?: boolean
  /** Has the focus at first; by default the first control has. */
  initialFocus?: RefObject<HTMLElement | null>
}

const WIDTHS = { narrow: 'w-[460px]', wide: 'w-[760px]', summary: 'w-[980px]' } as const

/** Element to return the focus to. Radix knows only its own triggers. */
export function useFocusReturn(initial?: RefObject<HTMLElement | null>) {
  const before = useRef<Element | null>(null)
  return {
    onOpenAutoFocus(event?: Event) {
      before.current = document.activeElement
      if (!initial?.current) return
      event?.preventDefault()
      initial.current.focus()
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault()
      if (before.current instanceof HTMLElement) before.current.focus()
    },
  }
}

/** A dialog. Its content scrolls while title and buttons stay visible. */
export function Dialog({ open, onClose, title, description, children, footer, ...look }: DialogProps) {
  const { size = 'narrow', isFirm = false } = look
  const focus = useFocusReturn(look.initialFocus)
  return (
    <Radix.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Radix.Content
          {...focus}
          {...(description ? {} : { 'aria-describedby': undefined })}
          {...(isFirm ? { onInteractOutside: (event: Event) => event.preventDefault() } : {})}
          className={`fixed top-1/2 left-1/2 z-40 flex max-h-[calc(100dvh-2rem)] max-w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-xl border border-line bg-surface shadow-xl ${WIDTHS[size]}`}
        >
          <Radix.Title className="break-words border-line border-b px-5 py-3.5 font-medium text-[15px]">
            {title}
          </Radix.Title>
          <div className="min-h-0 overflow-y-auto px-5 py-4">
            {description && (
              <Radix.Description className="mb-3 text-ink-soft">{description}</Radix.Description>
            )}
            {children}
          </div>
          <div className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3">{footer}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
