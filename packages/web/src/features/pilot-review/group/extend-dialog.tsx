import { useMutation } from '@tanstack/react-query'
import type { ReviewBatch, ReviewProgressExpert } from '@xinchu/sdk'
import { useState } from 'react'
import { today } from '../../../lib/beijing.ts'
import { DateInput } from '../../../ui/date-input.tsx'
import { Field } from '../../../ui/field.tsx'
import { notify } from '../../../ui/notice.tsx'
import { reviewWrites } from '../writes.ts'
import { useOpenTasks } from './open-tasks.ts'
import { ReasonDialog } from './reason-dialog.tsx'

interface ExtendProps {
  row: ReviewProgressExpert
  batch: ReviewBatch
  onClose: () => void
}

/** Extends the deadline of an expert's open tasks. */
export function ExtendDialog({ row, batch, onClose }: ExtendProps) {
  const { userId, realName } = row.expert
  const tasks = useOpenTasks(batch, userId)
  const [day, setDay] = useState('')
  const extending = useMutation({
    ...reviewWrites.extend,
    onSuccess({ changed }) {
      notify(`已延长 ${realName} 的 ${changed} 份任务`, 'success')
      onClose()
    },
  })
  const refusal = !tasks
    ? '正在读取任务…'
    : tasks.length === 0
      ? '没有未提交的任务'
      : day === ''
        ? '请填写新的截止日期'
        : undefined
  return (
    <ReasonDialog
      title={`延长期限：${realName}`}
      description={`未提交 ${tasks?.length ?? '—'} 份，原截止 ${row.deadline?.slice(0, 16) ?? '—'}`}
      action="延期"
      least={5}
      refusal={refusal}
      busy={extending.isPending}
      onClose={onClose}
      onConfirm={(reason) =>
        extending.mutate({
          stage: batch.stage,
          expertId: userId,
          projectIds: tasks?.map(({ projectId }) => projectId) ?? [],
          deadline: `${day} 18:00:00`,
          reason,
        })
      }
    >
      <Field label="新的截止日期" required hint="当日 18:00 截止">
        {(control) => <DateInput {...control} value={day} onValue={setDay} min={today()} />}
      </Field>
    </ReasonDialog>
  )
}
