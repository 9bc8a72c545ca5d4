import { useQuery } from '@tanstack/react-query'
import type { AssignPlan } from '@xinchu/sdk'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/inputs.tsx'
import { Key } from '../../../ui/review/key.tsx'
import { SMALL } from '../../../ui/review/small.ts'
import { reviewQueries } from '../queries.ts'
import { useNames } from './group-words.ts'
import { fitsOf, type Matrix, type Place, swapsOf } from './plan-model.ts'

const FIT_WORDS = { MAIN: '主专业', SECOND: '次专业', ACROSS: '跨专业' } as const

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5em_minmax(0,1fr)] gap-2">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}

interface SideProps {
  plan: AssignPlan
  matrix: Matrix
  at: Place
  canEdit: boolean
  onToggle: () => void
  onLock: () => void
  onSwap: (expertId: number) => void
}

/** Describes the effect of cancelling the cell's assignment. */
function consequence(plan: AssignPlan, matrix: Matrix, at: Place): string | undefined {
  if (!matrix.cell(at)) return undefined
  const left = matrix.count(at.projectId) - 1
  const [next] = swapsOf(plan, matrix, at)
  const words = left < plan.perProject ? `取消后本项只有 ${left} 位` : `取消后本项仍有 ${left} 位`
  return next ? `${words}，可由${next.realName}补，其负荷变为 ${next.load + 1}` : `${words}，组内无人可补`
}

/** The current cell with its reasons and actions. */
function CellCard({ plan, matrix, at, canEdit, onToggle, onLock, onSwap }: SideProps) {
  const load = plan.loads.find(({ expertId }) => expertId === at.expertId)
  const project = plan.projects.find(({ id }) => id === at.projectId)
  const cell = matrix.cell(at)
  const code = matrix.excluded(at)
  const names = useNames('expert_specialty')
  const history = useQuery(reviewQueries.experts({ keyword: load?.realName ?? '' })).data?.content.find(
    ({ userId }) => userId === at.expertId,
  )?.history
  const hint = consequence(plan, matrix, at)
  const swaps = cell ? swapsOf(plan, matrix, at) : []
  return (
    <section aria-label="所选格" className="card">
      <h2 className="border-line border-b px-4 py-2.5 font-medium">
        {load?.realName} × {project?.projectName}
      </h2>
      <dl className="grid gap-1.5 px-4 py-3 text-s">
        <Fact name="匹配">
          {cell ? FIT_WORDS[cell.fit] : '未分配'}（{names(load?.specialty) || '未填专业'}）
        </Fact>
        <Fact name="负荷">
          {load?.load ?? 0}
          {load?.limit !== undefined && ` / ${load.limit}`}
        </Fact>
        <Fact name="冲突">
          {code ? (
            <span className="text-danger">{code}，已排除</span>
          ) : (
            <span className="text-success">规则均未命中</span>
          )}
        </Fact>
        <Fact name="履历">
          {history ? `已分配 ${history.assigned}，按时 ${history.inTime}，逾期 ${history.late}` : '—'}
        </Fact>
      </dl>
      {hint && (
        <p className="mx-4 mb-3 rounded-md border border-brand-line bg-brand-soft px-3 py-2 text-s">{hint}</p>
      )}
      {canEdit && !code && (
        <div className="flex flex-wrap gap-2 px-4 pb-3.5">
          <Button className={SMALL} onClick={onToggle}>
            {cell ? '取消分配' : '分配'} <Key>空格</Key>
          </Button>
          {cell && (
            <Button className={SMALL} onClick={onLock}>
              {cell.locked ? '解除锁定' : '锁定'} <Key>L</Key>
            </Button>
          )}
          {swaps.length > 0 && (
            <div className="w-full">
              <Select
                id="plan-swap"
                aria-label="换由他人评审"
                placeholder="换由他人评审…（X）"
                value=""
                onValue={(value) => onSwap(Number(value))}
                options={swaps.map(({ expertId, realName, load: held }) => ({
                  value: String(expertId),
                  label: `${realName}（负荷 ${held} → ${held + 1}）`,
                }))}
              />
            </div>
          )}
        </div>
      )}
    </section>
  )
}

/** Goal, cost and other parameters of the plan. */
function Basis({ plan }: { plan: AssignPlan }) {
  const { main, second, across } = fitsOf(plan.cells)
  return (
    <section aria-label="本方案的依据" className="card">
      <h2 className="border-line border-b px-4 py-2.5 font-medium">本方案的依据</h2>
      <dl className="grid gap-1.5 px-4 py-3 text-s">
        <Fact name="目标">先负荷均衡，再专业匹配</Fact>
        <Fact name="匹配费用">
          {plan.fitCost} = {main}×0 + {second}×2 + {across}×5
        </Fact>
        <Fact name="硬约束">冲突与待判不分配、每项 {plan.perProject} 人、承担上限、可评日期</Fact>
        <Fact name="规则版本">冲突 v{plan.conflictVersion}</Fact>
        <Fact name="手工改动">{plan.changed} 处</Fact>
        <Fact name="摘要">
          <span className="font-mono text-xs">{plan.digest.slice(0, 16)}…</span>
        </Fact>
        <Fact name="计算">
          {plan.createBy} {plan.createTime.slice(5, 16)}，同种子同方案
        </Fact>
      </dl>
    </section>
  )
}

/** Reasons beside the matrix. */
export function PlanSide(props: SideProps) {
  return (
    <aside aria-label="方案说明" className="grid content-start gap-3">
      <CellCard {...props} />
      <Basis plan={props.plan} />
    </aside>
  )
}
