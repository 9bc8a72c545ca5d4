import { useMutation, useQuery } from '@tanstack/react-query'
import { type AssignPlan, type ExpertGroup, isXinchuError } from '@xinchu/sdk'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Key } from '../../../ui/review/key.tsx'
import { Empty, Failed, Loading } from '../../../ui/states.tsx'
import { reviewQueries } from '../queries.ts'
import { reviewWrites } from '../writes.ts'
import { ApplyDialog } from './apply-dialog.tsx'
import { CellMark, PlanMatrix } from './plan-matrix.tsx'
import {
  blockers,
  type CellChange,
  checksOf,
  fitsOf,
  inverse,
  matrixOf,
  type Place,
  toggle,
  toggleLock,
} from './plan-model.ts'
import { PlanSide } from './plan-side.tsx'
import { PlanStart } from './plan-start.tsx'
import { Seed } from './seed.tsx'

interface PlanProps {
  group: ExpertGroup
  canEdit: boolean
}

function Legend() {
  const cell = { projectId: 0, expertId: 0, locked: false, byHand: false }
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-s">
      <span className="flex items-center gap-1">
        <CellMark cell={{ ...cell, fit: 'MAIN' }} code={undefined} /> 主专业
      </span>
      <span className="flex items-center gap-1">
        <CellMark cell={{ ...cell, fit: 'SECOND' }} code={undefined} /> 次专业
      </span>
      <span className="flex items-center gap-1">
        <CellMark cell={{ ...cell, fit: 'ACROSS' }} code={undefined} /> 跨专业
      </span>
      <span className="flex items-center gap-1">
        <span className="rounded bg-danger-soft px-1 text-danger text-xs">C-00</span> 冲突排除
      </span>
      <span className="flex items-center gap-1">
        <span className="rounded border-2 border-warning px-1 text-warning text-xs">改</span> 手工改动
      </span>
    </span>
  )
}

/** Key figures of a plan. */
function Figures({ plan }: { plan: AssignPlan }) {
  const loads = plan.loads.map(({ load }) => load)
  const { main, second, across } = fitsOf(plan.cells)
  const [least, most] = [Math.min(...loads, Number.POSITIVE_INFINITY), Math.max(...loads, 0)]
  const figures = [
    ['分配', plan.cells.length, '份评分任务'],
    ['每项专家', plan.perProject, `位，${plan.projects.length} 项`],
    [
      '每人负荷',
      least === most ? `${most}` : `${loads.length > 0 ? least : 0}–${most}`,
      `项，相差 ${loads.length > 0 ? most - least : 0}`,
    ],
    ['冲突', 0, `对在方案内，${plan.excluded.length} 对已排除`],
    ['专业匹配', `${main} / ${second} / ${across}`, '主次跨'],
    ['匹配费用', plan.fitCost, ''],
  ] as const
  return (
    <dl className="card grid grid-cols-2 overflow-hidden sm:grid-cols-3 xl:grid-cols-6">
      {figures.map(([caption, value, unit]) => (
        <div key={caption} className="-mr-px -mb-px border-line border-r border-b px-4 py-2.5">
          <dt className="text-ink-soft text-s">{caption}</dt>
          <dd className="whitespace-nowrap font-semibold text-xl">
            {value} <span className="font-normal text-ink-soft text-xs">{unit}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Changes of a plan, each of which can be undone. */
function useChanges(plan: AssignPlan) {
  const [past, setPast] = useState<readonly CellChange[][]>([])
  const changing = useMutation(reviewWrites.changePlan)
  const matrix = matrixOf(plan)
  const send = (cells: CellChange[]) => changing.mutateAsync({ id: plan.id, version: plan.version, cells })
  return {
    matrix,
    isBusy: changing.isPending,
    async act(cells: readonly (CellChange | undefined)[]) {
      const known = cells.filter((cell) => cell !== undefined)
      if (known.length === 0 || changing.isPending) return
      const back = known.map((cell) => inverse(matrix, cell))
      // The mutation itself reports a refusal.
      await send(known).then(
        () => setPast((steps) => [...steps, back]),
        () => undefined,
      )
    },
    async undo() {
      const last = past.at(-1)
      if (!last || changing.isPending) return
      await send(last).then(
        () => setPast((steps) => steps.slice(0, -1)),
        () => undefined,
      )
    },
  }
}

function Checks({ plan, group }: { plan: AssignPlan; group: ExpertGroup }) {
  return (
    <section aria-label="应用前检查" className="card">
      <h2 className="border-line border-b px-4 py-2.5 font-medium">应用前检查</h2>
      <ul className="grid gap-x-6 gap-y-1.5 px-4 py-3 text-s sm:grid-cols-2">
        {checksOf(plan, group).map(({ isMet, text }) => (
          <li key={text} className={`flex items-start gap-1.5 ${isMet ? '' : 'text-warning'}`}>
            <Icon
              name={isMet ? 'check' : 'alert'}
              size={14}
              className={isMet ? 'mt-0.5 text-success' : 'mt-0.5'}
            />
            {text}
          </li>
        ))}
        {plan.shortages.map(({ projectId, message }) => (
          <li key={projectId} className="flex items-start gap-1.5 text-danger">
            <Icon name="alert" size={14} className="mt-0.5" />
            {message}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface FootProps {
  plan: AssignPlan
  group: ExpertGroup
  isOpen: boolean
  onApply: () => void
}

/** Whether the plan can be applied, and the ways to compute it again and to apply it. */
function PlanFoot({ plan, group, isOpen, onApply }: FootProps) {
  const computing = useMutation(reviewWrites.computePlan)
  const blocked = blockers(checksOf(plan, group))[0]
  const { id: planId, perProject, seed } = plan
  return (
    <footer className="flex flex-wrap items-center gap-2 border-line border-t px-4 py-3">
      <span className="mr-auto text-s">
        {plan.appliedAt ? (
          <span className="text-success">
            已于 {plan.appliedAt.slice(0, 16)} 应用，之后的调整须作改派方案
          </span>
        ) : (
          <span className="text-warning">{blocked?.text ?? '方案，尚未生效'}</span>
        )}
      </span>
      {isOpen && (
        <>
          <Button
            busy={computing.isPending}
            onClick={() => computing.mutate({ groupId: group.id, perProject, planId, seed })}
          >
            重新计算
          </Button>
          <Button look="primary" disabled={blocked !== undefined} onClick={onApply}>
            应用方案（{plan.cells.length} 份）
          </Button>
        </>
      )}
    </footer>
  )
}

function Shown({ plan, group, canEdit }: PlanProps & { plan: AssignPlan }) {
  const [chosen, setChosen] = useState<Place>()
  const [isApplying, setApplying] = useState(false)
  const { matrix, isBusy, act, undo } = useChanges(plan)
  const [firstExpert, firstProject] = [plan.loads[0], plan.projects[0]]
  if (!firstExpert || !firstProject) return <Empty>本组没有项目或专家</Empty>
  const at = chosen ?? { expertId: firstExpert.expertId, projectId: firstProject.id }
  const isOpen = canEdit && !plan.appliedAt
  const swap = (expertId: number) => void act([toggle(matrix, at), { ...at, expertId, assigned: true }])
  const onKey = (key: 'toggle' | 'lock' | 'swap' | 'undo') => {
    if (!isOpen) return
    if (key === 'toggle') void act([toggle(matrix, at)])
    if (key === 'lock') void act([toggleLock(matrix, at)])
    if (key === 'undo') void undo()
    if (key === 'swap') document.getElementById('plan-swap')?.focus()
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Figures plan={plan} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 xl:grid-cols-[minmax(0,1fr)_296px]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <section aria-label="分配方案" aria-busy={isBusy} className="card min-w-0 overflow-hidden">
            <header className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1.5 border-line border-b px-4 py-1.5">
              <h2 className="font-medium">专家 × 项目</h2>
              <Legend />
              {isOpen && (
                <span className="ml-auto text-ink-soft text-s max-lg:hidden">
                  方向键，<Key>空格</Key> 分配或取消，<Key>L</Key> 锁定，<Key>X</Key> 换人，<Key>Ctrl Z</Key>{' '}
                  撤销
                </span>
              )}
            </header>
            <PlanMatrix plan={plan} group={group} matrix={matrix} at={at} onMove={setChosen} onKey={onKey} />
            <PlanFoot plan={plan} group={group} isOpen={isOpen} onApply={() => setApplying(true)} />
          </section>
          <Checks plan={plan} group={group} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <PlanSide
            plan={plan}
            matrix={matrix}
            at={at}
            canEdit={isOpen}
            onToggle={() => onKey('toggle')}
            onLock={() => onKey('lock')}
            onSwap={swap}
          />
          <Seed plan={plan} canEdit={isOpen} />
        </div>
      </div>
      {isApplying && <ApplyDialog plan={plan} group={group} onClose={() => setApplying(false)} />}
    </div>
  )
}

/** 分配方案: proposed by the server, changed by hand, then applied. */
export function Plan({ group, canEdit }: PlanProps) {
  const isUnplanned = group.planned === false
  const { data, error, refetch } = useQuery({ ...reviewQueries.plan(group.id), enabled: !isUnplanned })
  const isMissing = isUnplanned || (isXinchuError(error) && error.kind === 'not-found')
  if (data) return <Shown key={data.id} plan={data} group={group} canEdit={canEdit} />
  if (error && !isMissing) return <Failed error={error} onRetry={() => void refetch()} />
  if (!isMissing) return <Loading rows={8} />
  return <PlanStart group={group} canEdit={canEdit} />
}
