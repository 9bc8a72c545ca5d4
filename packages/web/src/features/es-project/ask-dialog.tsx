import { messages } from '@xinchu/validators'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/inputs.tsx'
import { type Action, type Movable, moveOf, nameOf, verbOf, type Words } from './batch-actions.ts'

interface AskProps {
  action: Action
  rows: readonly Movable[]
  isBusy: boolean
  onConfirm: (words: Words) => void
  onClose: () => void
}

/** Asks for confirmation, and for the opinion that some actions need. */
export function Ask({ action, rows, isBusy, onConfirm, onClose }: AskProps) {
  const name = nameOf(rows, action)
  const moves = rows.map((row) => moveOf(row, action))
  const needsOpinion = moves.some((move) => move?.needsOpinion)
  const [opinion, setOpinion] = useState('')
  const [isTried, setTried] = useState(false)
  const lacksOpinion = needsOpinion && opinion.trim() === ''
  const confirm = () => {
    setTried(true)
    if (!lacksOpinion) onConfirm({ opinion: opinion.trim() })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={verbOf(rows, action) === name ? `${name}项目` : name}
      description={rows.length === 1 ? (rows[0]?.projectName ?? '') : `共 ${rows.length} 个项目`}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look={action === 'DELETE' ? 'danger' : 'primary'} busy={isBusy} onClick={confirm}>
            {rows.length > 1 ? `${verbOf(rows, action)} ${rows.length} 件` : name}
          </Button>
        </>
      }
    >
      {action === 'DELETE' && <p>删除后不能恢复。</p>}
      {action === 'READ' && <p>签收后下级单位不能再撤回。</p>}
      {action !== 'DELETE' && action !== 'READ' && (
        <Field
          label={action === 'SUBMIT' && needsOpinion ? '答复' : '意见'}
          required={needsOpinion}
          error={isTried && lacksOpinion ? messages.nonEmpty : undefined}
        >
          {(control) => <Textarea {...control} maxLength={500} value={opinion} onValue={setOpinion} />}
        </Field>
      )}
    </Dialog>
  )
}
