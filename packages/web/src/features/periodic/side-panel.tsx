import * as Radix from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/button.tsx'

interface SidePanelProps {
  title: string
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
}

/** Details of a list row, next to the list. */
export function SidePanel({ title, onClose, children, footer }: SidePanelProps) {
  return (
    <Radix.Root open onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-overlay" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 right-0 z-40 flex w-[860px] max-w-full flex-col bg-canvas shadow-float"
        >
          <header className="flex items-center gap-2 border-line border-b bg-surface px-5 py-3">
            <Radix.Title className="mr-auto min-w-0 truncate font-medium">{title}</Radix.Title>
            <IconButton icon="close" label="关闭" onClick={onClose} />
          </header>
          <div className="grid min-h-0 flex-1 auto-rows-max content-start gap-4 overflow-y-auto p-4">
            {children}
          </div>
          {footer && (
            <footer className="flex items-center justify-end gap-2 border-line border-t bg-surface px-5 py-3">
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
