import { useMutation } from '@tanstack/react-query'
import { DemoStatus } from '@xinchu/contract/codes'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Radio } from '../../../ui/inputs.tsx'
import { notify } from '../../../ui/notice.tsx'
import { ReasonDialog } from '../group/reason-dialog.tsx'
import { reviewWrites } from '../writes.ts'
import { confirmSelection } from './confirm-selection.ts'
import { type Group, isSelected, type Row, selectionOf } from './result-model.ts'

interface SelectProps {
  groups: readonly Group[]
  onClose: () => void
}

function Rows({ title, rows }: { title: string; rows: readonly { row: Row; group: Group }[] }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-medium">
        {title} {rows.length} 项
      </h3>
      <ul className="grid gap-1 text-s">
        {rows.map(({ row, group }) => (
          <li
            key={row.projectId}
            className="grid grid-cols-[3em_minmax(0,1fr)] gap-2 rounded bg-sunken px-2.5 py-1.5"
          >
            <span>{row.rank === undefined ? '—' : `第 ${row.rank}`}</span>
            <span>
              {row.projectName}
              <span className="block text-ink-soft text-xs">
                {group.groupName}：
                {[...row.reasons, row.adjustedReason && `调整：${row.adjustedReason}`]
                  .filter(Boolean)
                  .join('；')}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shows who is selected, who is not and why, before it is decided. */
export function SelectDialog({ groups, onClose }: SelectProps) {
  const { selected, others } = selectionOf(groups)
  const deciding = useMutation({
    ...confirmSelection,
    onSuccess({ succeeded, failed }) {
      if (failed[0]) notify(`${failed.length} 项未办成：${failed[0].message}`)
      else notify(`已确定拟入选 ${selected.length} 项，共办理 ${succeeded} 项`, 'success')
      onClose()
    },
  })
  const isUnfinished = [...selected, ...others].some(({ row }) => row.status !== DemoStatus.inExcellentReview)
  return (
    <Dialog
      open
      isFirm
      size="wide"
      title={`确定拟入选（${selected.length}）`}
      description="确定后拟入选项目进入公示，其余为未入选；公示后不能再调整。"
      onClose={onClose}
      footer={
        <>
          {isUnfinished && (
            <span className="mr-auto self-center text-ink-soft text-s">已办理的项目不再重复办理</span>
          )}
          <Button onClick={onClose}>返回</Button>
          <Button look="primary" busy={deciding.isPending} onClick={() => deciding.mutate(groups)}>
            确定拟入选 {selected.length} 项
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Rows title="拟入选" rows={selected} />
        <Rows title="未入选" rows={others} />
      </div>
    </Dialog>
  )
}

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
