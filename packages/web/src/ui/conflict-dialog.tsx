import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConflictDialogProps {
  description?: string
  /** Caption of the button that closes the dialog without a choice. */
  back: string
  onApply: () => void
  onClose: () => void
  /** Both values of each field, to choose from. */
  children: ReactNode
}

/** Asks which of two versions to keep, value by value. Nothing is merged without a choice. */
export function ConflictDialog({ description, back, onApply, onClose, children }: ConflictDialogProps) {
  return (
    <Dialog
      open
      isFirm
      onClose={onClose}
      title="另一设备也改了这些内容"
      {...(description && { description })}
      size="wide"
      footer={
        <>
          <Button onClick={onClose}>{back}</Button>
          <Button look="primary" onClick={onApply}>
            用选中的值
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
