import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps<Result, Variables> {
  title: string
  description: string
  /** Label of the confirming button. */
  action: string
  /** Severity. */
  look?: 'danger' | 'primary'
  write: UseMutationOptions<Result, Error, Variables>
  variables: Variables
  onDone?: (result: Result) => void
  onClose: () => void
}

/** Asks for confirmation before a write that is not easily undone. Stays open if it fails. */
export function ConfirmDialog<Result, Variables>({
  title,
  description,
  action,
  look = 'danger',
  write,
  variables,
  onDone,
  onClose,
}: ConfirmDialogProps<Result, Variables>) {
  const acting = useMutation({
    ...write,
    // There is no form here to show refused fields.
    meta: { ...write.meta, showsFieldErrors: false },
    onSuccess(result) {
      onDone?.(result)
      onClose()
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
          <Button look={look} busy={acting.isPending} onClick={() => acting.mutate(variables)}>
            {action}
          </Button>
        </>
      }
    >
      <p className="leading-relaxed">{description}</p>
    </Dialog>
  )
}
