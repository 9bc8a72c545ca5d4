import { useMutation } from '@tanstack/react-query'
import type { AssignPlan, AssignResult, ExpertGroup } from '@xinchu/sdk'
import { useState } from 'react'
import { today } from '../../../lib/beijing.ts'
import { Button } from '../../../ui/button.tsx'
import { DateInput } from '../../../ui/date-input.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { notify } from '../../../ui/notice.tsx'
import { applyPlan } from './apply-plan.ts'

interface ApplyProps {
  plan: AssignPlan
  group: ExpertGroup
  onClose: () => void
}

/** Asks for the deadline and shows who gets what before a plan is applied. */
export function ApplyDialog({ plan, group, onClose }: ApplyProps) {
  const [day, setDay] = useState('')
  const applying = useMutation({
    ...applyPlan,
    onSuccess(result: AssignResult) {
      notify(`已分配 ${result.assigned} 份评分任务`, 'success')
      onClose()
    },
  })
  const isLate = day !== '' && day <= today()
  return (
    <Dialog
      open
      isFirm
      title={`应用方案（${plan.cells.length} 份）`}
      description={`${group.groupName}：${plan.loads.length} 位专家，${plan.projects.length} 个项目`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            look="primary"
            disabled={day === '' || isLate}
            busy={applying.isPending}
            onClick={() => applying.mutate({ plan, group, deadline: `${day} 18:00:00` })}
          >
            应用并通知 {plan.loads.length} 位专家
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Field label="评审截止日期" required hint="当日 18:00 截止" error={isLate ? '须晚于今天' : undefined}>
          {(control) => <DateInput {...control} value={day} onValue={setDay} min={today()} />}
        </Field>
        <ul className="grid gap-1 text-s sm:grid-cols-2">
          {plan.loads.map(({ expertId, realName, load }) => (
            <li key={expertId} className="flex justify-between rounded bg-sunken px-2.5 py-1">
              {realName} <span>{load} 份</span>
            </li>
          ))}
        </ul>
        <p className="text-ink-soft text-s">
          {plan.changed > 0 ? `含手工改动 ${plan.changed} 处，已留痕。` : '无手工改动。'}
          应用后向每位专家发送任务通知；之后的调整须另作改派方案。
        </p>
      </div>
    </Dialog>
  )
}
