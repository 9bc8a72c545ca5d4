import * as Dialog from '@radix-ui/react-dialog'
import { useFocusReturn } from '../ui/dialog.tsx'
import { SidePanel, type SideProps } from './side-panel.tsx'

/** Sidebar of a narrow window. Overlays the page and closes on navigation. */
export function Drawer({ isOpen, onClose, ...side }: SideProps & { isOpen: boolean; onClose: () => void }) {
  const focus = useFocusReturn()
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 bg-overlay" />
        <Dialog.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-30 flex w-[260px] max-w-[85vw] flex-col bg-sidebar"
        >
          <Dialog.Title className="sr-only">菜单</Dialog.Title>
          <SidePanel {...side} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
