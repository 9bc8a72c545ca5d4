import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Radio } from '../../../ui/inputs.tsx'
import { notify } from '../../../ui/notice.tsx'
import { ReasonDialog } from '../group/reason-dialog.tsx'
import { reviewWrites } from '../writes.ts'
import { type Group, isSelected, type Row } from './result-model.ts'

/** Departs from the rank with a reason. */
export function AdjustDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const [isIn, setIn] = useState(!isSelected(row))
  const adjusting = useMutation({
    ...reviewWrites.adjust,
    onSuccess() {
      notify('已调整，并标明理由', 'success')
      onClose()
    },
  })
  return (
    <ReasonDialog
      title="调整结果"
      description={`${row.projectName}，第 ${row.rank ?? '—'} 名`}
      caption="调整理由"
      action="调整"
      hint="理由随结果公开给国家与平台，长期保留"
      busy={adjusting.isPending}
      onConfirm={(reason) => adjusting.mutate({ projectId: row.projectId, selected: isIn, reason })}
      onClose={onClose}
    >
      <fieldset className="mb-3 flex gap-5">
        <legend className="mb-1 text-ink-soft text-s">调整为</legend>
        <Radio name="adjusted" checked={isIn} onChecked={() => setIn(true)}>
          拟入选
        </Radio>
        <Radio name="adjusted" checked={!isIn} onChecked={() => setIn(false)}>
          未入选
        </Radio>
      </fieldset>
    </ReasonDialog>
  )
}

interface NamesProps {
  group: Group
  onNames: (names: ReadonlyMap<number, string>) => void
  onClose: () => void
}

/** Shows the experts' names for a stated purpose; the platform records it. */
export function NamesDialog({ group, onNames, onClose }: NamesProps) {
  const revealing = useMutation({
    ...reviewWrites.revealNames,
    onSuccess(names) {
      onNames(new Map(names.map(({ expertNo, realName }) => [expertNo, realName])))
      onClose()
    },
  })
  return (
    <ReasonDialog
      title="显示专家姓名"
      description={`${group.groupName}：${group.experts.length} 位专家`}
      caption="用途"
      action="显示姓名"
      least={5}
      hint="本次查看的用途、时间与账号记入审计日志"
      busy={revealing.isPending}
      onConfirm={(purpose) => revealing.mutate({ groupId: group.groupId, purpose })}
      onClose={onClose}
    />
  )
}
