import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** What became of an action on several records. */
export interface BatchOutcome {
  succeeded: readonly number[]
  failed: readonly { id: number; message: string }[]
}

interface BatchResultProps {
  /** What was done, such as 提交. */
  action: string
  /** None keeps the dialog closed. */
  outcome: BatchOutcome | undefined
  /** Names a record. */
  nameOf: (id: number) => string
  onClose: () => void
}

/** Says for each record whether an action on several succeeded, and why where it did not. */
export function BatchResult({ action, outcome, nameOf, onClose }: BatchResultProps) {
  return (
    <Dialog
      open={outcome !== undefined}
      onClose={onClose}
      title={`${action}结果`}
      description={`成功 ${outcome?.succeeded.length ?? 0} 项，未成功 ${outcome?.failed.length ?? 0} 项`}
      footer={
        <Button look="primary" onClick={onClose}>
          知道了
        </Button>
      }
    >
      <ul className="max-h-[50dvh] divide-y divide-line overflow-y-auto text-s">
        {outcome?.failed.map(({ id, message }) => (
          <li key={id} className="grid gap-0.5 py-2">
            <span className="font-medium">{nameOf(id)}</span>
            <span className="text-danger">{message}</span>
          </li>
        ))}
        {outcome?.succeeded.map((id) => (
          <li key={id} className="flex justify-between gap-3 py-2">
            <span className="min-w-0 truncate">{nameOf(id)}</span>
            <span className="shrink-0 text-success">成功</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
