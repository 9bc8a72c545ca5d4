import { useMutation, useQuery } from '@tanstack/react-query'
import type { GeneralItem } from '@xinchu/sdk'
import { useState } from 'react'
import { tellDone } from '../../records/tell-done.ts'
import { type BatchOutcome, BatchResult } from '../../ui/batch-result.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox } from '../../ui/inputs.tsx'
import { usePorts } from '../../ui/ports.ts'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { periodName } from './period.tsx'
import { periodicMutations, periodicQueries } from './queries.ts'
import type { Period } from './usage-model.ts'

interface ConfirmProps {
  period: Period
  /** Called after a confirmation or its undoing. */
  onDone: () => void
  onClose: () => void
}

interface ChoiceProps {
  items: readonly GeneralItem[]
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
}

/** The reports by name, each to be chosen. */
function Choice({ items, chosen, onChoose }: ChoiceProps) {
  const regions = usePorts().useRegions(true)
  const toggle = (id: number, isOn: boolean) => {
    const next = new Set(chosen)
    if (isOn) next.add(id)
    else next.delete(id)
    onChoose(next)
  }
  return (
    <>
      <Checkbox
        checked={chosen.size === items.length}
        onChecked={(isOn) => onChoose(new Set(isOn ? items.map(({ id }) => id) : []))}
      >
        全选
      </Checkbox>
      <ul className="mt-2 grid gap-1">
        {items.map(({ id, projectName, provinceCode, warnings = [] }) => (
          <li key={id} className="flex items-center gap-3 rounded bg-sunken px-2.5 py-1.5">
            <Checkbox checked={chosen.has(id)} onChecked={(isOn) => toggle(id, isOn)}>
              {projectName}
            </Checkbox>
            <span className="ml-auto whitespace-nowrap text-ink-soft text-s">
              {regions.find(({ value }) => value === provinceCode)?.label}
            </span>
            {warnings.length > 0 && (
              <span className="whitespace-nowrap text-s text-warning" title={warnings.join('\n')}>
                提示 {warnings.length} 条
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

interface FootProps {
  count: number
  chosen: number
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}

function Foot({ count, chosen, isBusy, onConfirm, onClose }: FootProps) {
  return (
    <>
      <span className="mr-auto self-center text-ink-soft text-s">共 {count} 件</span>
      <Button onClick={onClose}>返回</Button>
      <Button look="primary" disabled={chosen === 0} busy={isBusy} onClick={onConfirm}>
        确认 {chosen} 件
      </Button>
    </>
  )
}

/** Confirms reports that provinces have passed, by name. Nothing is chosen beforehand, and it can be undone. */
export function ConfirmUsage({ period, onDone, onClose }: ConfirmProps) {
  const { data: items, error, refetch } = useQuery(periodicQueries.waitingUsage(period))
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [outcome, setOutcome] = useState<BatchOutcome>()
  const confirming = useMutation({
    ...periodicMutations.confirmUsage,
    onSuccess({ confirmed, failed, undo }, _items, _told, { client }) {
      onDone()
      if (failed.length > 0) return setOutcome({ succeeded: confirmed, failed })
      const done = `已确认 ${confirmed.length} 件使用情况`
      tellDone(client, done, undo, '已撤销，这些使用情况仍待国家确认', onDone)
      onClose()
    },
  })
  const confirm = () => confirming.mutate(items?.filter(({ id }) => chosen.has(id)) ?? [])
  const count = items?.length ?? 0
  const foot = { count, chosen: chosen.size, isBusy: confirming.isPending, onConfirm: confirm, onClose }
  return (
    <>
      <Dialog
        open={!outcome}
        isFirm
        size="wide"
        title={`确认季度使用情况：${periodName(period)}`}
        description="省级已通过、待国家确认的使用情况。确认后随下次入库写入统计快照。"
        onClose={onClose}
        footer={<Foot {...foot} />}
      >
        {error && !items && <Failed error={error} onRetry={() => void refetch()} />}
        {!items && !error && <Loading rows={6} />}
        {items?.length === 0 && <Empty>没有待国家确认的使用情况</Empty>}
        {items && count > 0 && <Choice items={items} chosen={chosen} onChoose={setChosen} />}
      </Dialog>
      <BatchResult
        action="确认"
        outcome={outcome}
        nameOf={(id) => items?.find((item) => item.id === id)?.projectName ?? String(id)}
        onClose={onClose}
      />
    </>
  )
}
