import { useMutation } from '@tanstack/react-query'
import { isXinchuError } from '@xinchu/sdk'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { notify } from './notice.tsx'

interface ConfirmDialogProps {
  title: string
  description: string
  /** The word on the button that does it. */
  action: string
  /** How grave it is. */
  look?: 'danger' | 'primary'
  act: () => Promise<unknown>
  onClose: () => void
}

/** Asks once more before something that is not easily taken back; stays open when it fails. */
export function ConfirmDialog({
  title,
  description,
  action,
  look = 'danger',
  act,
  onClose,
}: ConfirmDialogProps) {
  const acting = useMutation({
    mutationFn: act,
    onSuccess: onClose,
    onError(error) {
      // There is no form here at whose fields it could stand.
      if (isXinchuError(error) && error.errors.length > 0) notify(error.message)
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look={look} busy={acting.isPending} onClick={() => acting.mutate()}>
            {action}
          </Button>
        </>
      }
    >
      <p className="leading-relaxed">{description}</p>
    </Dialog>
  )
}
