import { useMutation } from '@tanstack/react-query'
import type { RecusalDraft } from '@xinchu/sdk'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FieldGroup } from '../../ui/field-group.tsx'
import { Radio, Textarea } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notice.tsx'
import type { Task } from './score/model.ts'
import { reviewWrites } from './writes.ts'

const KINDS = [
  ['EMPLOYMENT', '任职关系'],
  ['COOPERATION', '合作关系'],
  ['KINSHIP', '亲属关系'],
  ['COMPETITION', '竞争关系'],
  ['OTHER', '其他'],
] as const satisfies readonly (readonly [RecusalDraft['kind'], string])[]

interface RecusalProps {
  task: Pick<Task, 'projectId' | 'projectName' | 'stage'>
  onClose: () => void
  onDone?: () => void
}

/** Declares an interest in a project. */
export function RecusalDialog({ task, onClose, onDone }: RecusalProps) {
  const [kind, setKind] = useState<RecusalDraft['kind']>()
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const recusing = useMutation({
    ...reviewWrites.recuse,
    onSuccess() {
      notify('已申请回避，平台会改派', 'success')
      onClose()
      onDone?.()
    },
  })
  const send = () => {
    setTried(true)
    if (!kind || reason.trim() === '') return
    recusing.mutate({ projectId: task.projectId, stage: task.stage, kind, reason: reason.trim() })
  }
  return (
    <Dialog
      open
      isFirm={kind !== undefined || reason !== ''}
      title="申请回避"
      description={task.projectName}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="danger" busy={recusing.isPending} onClick={send}>
            提交回避
          </Button>
        </>
      }
    >
      <div className="grid gap-2">
        <FieldGroup label="回避类别" required error={isTried && !kind ? '请选择回避类别' : undefined}>
          {KINDS.map(([value, label]) => (
            <Radio key={value} name="recusal-kind" checked={kind === value} onChecked={() => setKind(value)}>
              {label}
            </Radio>
          ))}
        </FieldGroup>
        <Field label="理由" required error={isTried && reason.trim() === '' ? '不能为空' : undefined}>
          {(control) => <Textarea {...control} maxLength={500} value={reason} onValue={setReason} />}
        </Field>
        <p className="text-s text-warning">提交后您将看不到本项目材料，平台会改派；已填的评分不转给他人。</p>
      </div>
    </Dialog>
  )
}
