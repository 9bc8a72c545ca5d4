import { useMutation, useQuery } from '@tanstack/react-query'
import { windowPeriod } from '@xinchu/validators'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Checkbox } from '../../../ui/inputs.tsx'
import { notify } from '../../../ui/notice.tsx'
import { usePorts } from '../../../ui/ports.ts'
import { Empty, Failed, Loading } from '../../../ui/states.tsx'
import { periodicMutations, periodicQueries } from '../queries.ts'
import { WindowWarnings } from './window-warnings.tsx'
import { deadlinesText, spanText } from './window-words.ts'

interface ItemProps {
  item: NonNullable<ReturnType<typeof usePlan>['data']>['items'][number]
  kind: string
  isChosen: boolean
  onChosen: (isChosen: boolean) => void
}

const usePlan = () => useQuery(periodicQueries.copyPlan)

function PlanItem({ item: { window, problem, warnings }, kind, isChosen, onChosen }: ItemProps) {
  return (
    <li className="grid gap-1.5 px-4 py-2.5 text-s">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="min-w-52 flex-1 font-medium">
          <Checkbox checked={isChosen} disabled={problem !== undefined} onChecked={onChosen}>
            {kind} {windowPeriod(window)}
          </Checkbox>
        </span>
        {problem ? (
          <span className="text-ink-faint">{problem}</span>
        ) : (
          <span className="text-ink-soft tabular-nums">{spanText(window)}</span>
        )}
      </div>
      {!problem && deadlinesText(window) && (
        <p className="pl-6 text-ink-faint text-xs tabular-nums">各级截止：{deadlinesText(window)}</p>
      )}
      {warnings.length > 0 && <WindowWarnings warnings={warnings} />}
    </li>
  )
}

/** Copies the latest window of each kind to its next period. Shows all dates before anything is saved. */
export function WindowCopy({ onClose }: { onClose: () => void }) {
  const plan = usePlan()
  const kinds = usePorts().useDict('fill_type')
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const placeOf = (type: string) => kinds.findIndex(({ value }) => value === type)
  const items = (plan.data?.items ?? []).toSorted(
    (one, other) => placeOf(one.window.fillType) - placeOf(other.window.fillType),
  )
  const chosen = items.filter(({ fromId, problem }) => !problem && !left.has(fromId))
  const copying = useMutation({
    ...periodicMutations.copyWindows,
    onSuccess(_result, ids) {
      notify(`已复制 ${ids.length} 项填报时间`, 'success')
      onClose()
    },
    // Another administrator may have set one of them.
    onError: () => void plan.refetch(),
  })
  const mark = (id: number, isChosen: boolean) => {
    const next = new Set(left)
    if (isChosen) next.delete(id)
    else next.add(id)
    setLeft(next)
  }
  return (
    <Dialog
      open
      size="wide"
      title="从上一期复制填报时间"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            look="primary"
            disabled={chosen.length === 0}
            busy={copying.isPending}
            onClick={() => copying.mutate(chosen.map(({ fromId }) => fromId))}
          >
            复制 {chosen.length} 项
          </Button>
        </>
      }
    >
      <p className="mb-3 text-ink-soft text-s">
        季度顺延三个月，其余顺延一年，月末仍为月末。核对日期后保存；保存后仍可逐项修改。
      </p>
      {plan.error && <Failed error={plan.error} onRetry={() => void plan.refetch()} />}
      {plan.isPending && <Loading rows={4} />}
      {plan.data && items.length === 0 && <Empty>还没有可复制的填报时间</Empty>}
      {items.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line" aria-label="复制方案">
          {items.map((item) => (
            <PlanItem
              key={item.fromId}
              item={item}
              kind={kinds.find(({ value }) => value === item.window.fillType)?.label ?? item.window.fillType}
              isChosen={!item.problem && !left.has(item.fromId)}
              onChosen={(isChosen) => mark(item.fromId, isChosen)}
            />
          ))}
        </ul>
      )}
    </Dialog>
  )
}
