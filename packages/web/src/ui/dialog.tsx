import * as Radix from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  description?: string
  children: ReactNode
  footer: ReactNode
}

export function Dialog({ open, onClose, title, description, children, footer }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          className="fixed top-1/2 left-1/2 z-40 w-[460px] max-w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 rounded-xl border border-line bg-surface shadow-xl"
        >
          <Radix.Title className="border-line border-b px-5 py-3.5 font-medium text-[15px]">
            {title}
          </Radix.Title>
          <div className="px-5 py-4">
            {description && (
              <Radix.Description className="mb-3 text-ink-soft">{description}</Radix.Description>
            )}
            {children}
          </div>
          <div className="flex justify-end gap-2 border-line border-t px-5 py-3">{footer}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
