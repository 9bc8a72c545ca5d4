import { useMutation } from '@tanstack/react-query'
import { DemoStatus } from '@xinchu/contract/codes'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Checkbox } from '../../../ui/inputs.tsx'
import { notify } from '../../../ui/notice.tsx'
import { decidePrimary } from './confirm-selection.ts'
import { averageText, type Group } from './result-model.ts'

interface PrimaryProps {
  groups: readonly Group[]
  onClose: () => void
}

/** Decides which projects pass the primary review. Nothing is chosen beforehand. */
export function PrimaryDialog({ groups, onClose }: PrimaryProps) {
  const rows = groups
    .flatMap((group) => group.rows.map((row) => ({ row, group })))
    .filter(({ row }) => row.status === DemoStatus.inPrimaryReview)
  const [passing, setPassing] = useState<ReadonlySet<number>>(new Set())
  const deciding = useMutation({
    ...decidePrimary,
    onSuccess({ succeeded, failed }) {
      if (failed[0]) notify(`${failed.length} 项未办成：${failed[0].message}`)
      else notify(`已判定初评 ${succeeded} 项`, 'success')
      onClose()
    },
  })
  const toggle = (id: number, isOn: boolean) => {
    const next = new Set(passing)
    if (isOn) next.add(id)
    else next.delete(id)
    setPassing(next)
  }
  const failing = rows.length - passing.size
  return (
    <Dialog
      open
      isFirm
      size="wide"
      title="判定初评"
      description="勾选通过初评、进入优选的项目；未勾选的为初评未通过。"
      onClose={onClose}
      footer={
        <>
          <span role="status" className="mr-auto self-center text-s text-warning">
            {passing.size === 0 ? '请勾选通过的项目' : `通过 ${passing.size} 项，未通过 ${failing} 项`}
          </span>
          <Button onClick={onClose}>返回</Button>
          <Button
            look="primary"
            disabled={passing.size === 0}
            busy={deciding.isPending}
            onClick={() =>
              deciding.mutate({
                passed: [...passing],
                failed: rows.map(({ row }) => row.projectId).filter((id) => !passing.has(id)),
              })
            }
          >
            判定 {rows.length} 项
          </Button>
        </>
      }
    >
      {rows.length === 0 && <p className="text-ink-soft">没有待判定的项目</p>}
      <ul className="grid gap-1">
        {rows.map(({ row, group }) => (
          <li key={row.projectId} className="flex items-center gap-3 rounded bg-sunken px-2.5 py-1.5">
            <Checkbox checked={passing.has(row.projectId)} onChecked={(isOn) => toggle(row.projectId, isOn)}>
              {row.projectName}
            </Checkbox>
            <span className="ml-auto whitespace-nowrap text-ink-soft text-s">
              {group.groupName}，去极值均分 {averageText(row.trimmedAvg)}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
