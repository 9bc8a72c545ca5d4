import { StepDialog } from '../../records/step-dialog.tsx'
import { DELETED_NOTE } from '../../records/tell-deleted.ts'
import { type Action, type Movable, moveOf, nameOf, verbOf, type Words } from './batch-actions.ts'

interface AskProps {
  action: Action
  rows: readonly Movable[]
  isBusy: boolean
  onConfirm: (words: Words) => void
  onClose: () => void
}

const NOTES: Partial<Record<Action, string>> = {
  DELETE: DELETED_NOTE,
  READ: '签收后下级单位不能再撤回。',
}

/** Asks for confirmation, and for the opinion that some actions need. */
export function Ask({ action, rows, isBusy, onConfirm, onClose }: AskProps) {
  const name = nameOf(rows, action)
  const needsOpinion = rows.some((row) => moveOf(row, action)?.needsOpinion)
  const note = NOTES[action]
  return (
    <StepDialog
      title={verbOf(rows, action) === name ? `${name}项目` : name}
      description={rows.length === 1 ? (rows[0]?.projectName ?? '') : `共 ${rows.length} 个项目`}
      action={rows.length > 1 ? `${verbOf(rows, action)} ${rows.length} 件` : name}
      look={action === 'DELETE' ? 'danger' : 'primary'}
      note={note}
      {...(note ? {} : { opinion: needsOpinion ? 'required' : 'optional' })}
      label={action === 'SUBMIT' && needsOpinion ? '答复' : '意见'}
      isBusy={isBusy}
      onStep={(opinion) => onConfirm({ opinion })}
      onClose={onClose}
    />
  )
}
