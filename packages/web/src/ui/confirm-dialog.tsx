import { useMutation } from '@tanstack/react-query'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  title: string
  description: string
  /** The word on the button that does it. */
  action: string
  act: () => Promise<unknown>
  onClose: () => void
}

/** Asks once more before something that cannot be taken back; stays open when it fails. */
export function ConfirmDialog({ title, description, action, act, onClose }: ConfirmDialogProps) {
  const acting = useMutation({ mutationFn: act, onSuccess: onClose })
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="danger" busy={acting.isPending} onClick={() => acting.mutate()}>
            {action}
          </Button>
        </>
      }
    >
      <p className="leading-relaxed">{description}</p>
    </Dialog>
  )
}
