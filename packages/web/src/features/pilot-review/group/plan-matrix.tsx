import type { AssignPlan, ExpertGroup } from '@xinchu/sdk'
import { type KeyboardEvent, useRef } from 'react'
import { Icon } from '../../../ui/icons.tsx'
import { Meter } from '../meter.tsx'
import { useNames } from './group-words.ts'
import type { Cell, Matrix, Place } from './plan-model.ts'

const FITS = {
  MAIN: ['主', 'bg-brand text-on-brand border-brand'],
  SECOND: ['次', 'bg-brand-line text-ink border-brand-line'],
  ACROSS: ['跨', 'bg-surface text-brand-ink border-brand-line'],
} as const
const FIT_WORDS = { MAIN: '主专业', SECOND: '次专业', ACROSS: '跨专业' } as const

/** The hatched look of excluded pairs and sealed cells. */
export const HATCHED = 'bg-[repeating-linear-gradient(135deg,var(--danger-soft)_0_5px,transparent_5px_10px)]'

function wordsOf(cell: Cell | undefined, code: string | undefined): string {
  if (code) return `排除 ${code}`
  if (!cell) return '未分配'
  return [FIT_WORDS[cell.fit], cell.byHand && '手工改动', cell.locked && '锁定'].filter(Boolean).join('，')
}

export function CellMark({ cell, code }: { cell: Cell | undefined; code: string | undefined }) {
  if (code) return <span className="text-danger text-xs">{code}</span>
  if (!cell) return <span className="text-ink-faint">·</span>
  const [sign, look] = FITS[cell.fit]
  return (
    <span className="relative inline-block">
      <span
        className={`inline-grid size-6 place-items-center rounded border text-xs ${look} ${cell.byHand ? 'outline-2 outline-warning outline-offset-1' : ''}`}
      >
        {sign}
      </span>
      {cell.locked && <Icon name="lock" size={11} className="-top-1.5 -right-2 absolute text-ink-soft" />}
    </span>
  )
}

interface MatrixProps {
  plan: AssignPlan
  group: ExpertGroup
  matrix: Matrix
  at: Place
  onMove: (place: Place) => void
  /** Space, L, X and Ctrl+Z on the current cell. */
  onKey: (key: 'toggle' | 'lock' | 'swap' | 'undo') => void
}

const KEYS: Readonly<Record<string, 'toggle' | 'lock' | 'swap'>> = { ' ': 'toggle', l: 'lock', x: 'swap' }
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Moves and acts by keyboard within the matrix. */
function useMatrixKeys({ plan, at, onMove, onKey }: MatrixProps) {
  const root = useRef<HTMLDivElement>(null)
  const press = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
      event.preventDefault()
      onKey('undo')
      return
    }
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : KEYS[event.key.toLowerCase()]
    const step = STEPS[event.key]
    if (act) {
      event.preventDefault()
      if (!event.repeat) onKey(act)
    } else if (step) {
      event.preventDefault()
      const row = plan.loads.findIndex(({ expertId }) => expertId === at.expertId) + step[0]
      const column = plan.projects.findIndex(({ id }) => id === at.projectId) + step[1]
      const [expert, project] = [plan.loads[row], plan.projects[column]]
      if (!expert || !project) return
      onMove({ expertId: expert.expertId, projectId: project.id })
      root.current?.querySelector<HTMLElement>(`[data-cell="${expert.expertId}-${project.id}"]`)?.focus()
    }
  }
  return { root, press }
}

interface RowProps extends Pick<MatrixProps, 'plan' | 'group' | 'matrix' | 'at' | 'onMove'> {
  load: AssignPlan['loads'][number]
}

const rowHead = 'sticky left-0 z-10 border-line border-t bg-surface px-3 py-1 text-left font-normal'

/** One expert and his cells. */
function MatrixRow({ plan, group, matrix, at, onMove, load }: RowProps) {
  const { expertId, realName, specialty, limit } = load
  const names = useNames('expert_specialty')
  const unit = group.experts.find(({ userId }) => userId === expertId)?.workUnit
  return (
    <tr>
      <th scope="row" className={rowHead}>
        {realName}{' '}
        {expertId === group.leaderId && (
          <span className="rounded border border-line px-1 text-ink-soft text-xs">组长</span>
        )}
        <span className="block max-w-56 truncate text-ink-faint text-xs">
          {[unit, names(specialty?.slice(0, 1))].filter(Boolean).join(' · ')}
        </span>
      </th>
      {plan.projects.map(({ id, projectName }) => {
        const place = { expertId, projectId: id }
        const [cell, code] = [matrix.cell(place), matrix.excluded(place)]
        const isHere = at.expertId === expertId && at.projectId === id
        return (
          <td
            key={id}
            className={`border-line border-t border-l p-0 ${code ? HATCHED : cell ? 'bg-brand-soft' : ''}`}
          >
            <button
              type="button"
              data-cell={`${expertId}-${id}`}
              tabIndex={isHere ? 0 : -1}
              aria-current={isHere || undefined}
              aria-label={`${realName}，${projectName}，${wordsOf(cell, code)}`}
              onFocus={() => onMove(place)}
              onClick={() => onMove(place)}
              className={`grid h-[42px] w-full place-items-center focus-visible:-outline-offset-2 ${isHere ? 'ring-2 ring-brand ring-inset' : ''}`}
            >
              <CellMark cell={cell} code={code} />
            </button>
          </td>
        )
      })}
      <td className="border-line border-t border-l px-2">
        <span className="flex items-center gap-2">
          <Meter
            label={`${realName}负荷`}
            value={load.load}
            max={limit ?? Math.max(1, plan.projects.length)}
          />
          {load.load}
          {limit !== undefined && <span className="text-ink-faint text-xs">/ {limit}</span>}
        </span>
      </td>
    </tr>
  )
}

/** Number of experts of each project. */
function CountRow({ plan, matrix }: Pick<MatrixProps, 'plan' | 'matrix'>) {
  return (
    <tr>
      <th scope="row" className={`${rowHead} py-2 text-ink-soft`}>
        每项专家数
      </th>
      {plan.projects.map(({ id }) => {
        const count = matrix.count(id)
        return (
          <td
            key={id}
            className={`border-line border-t border-l text-center ${count < plan.perProject ? 'text-danger' : 'text-success'}`}
          >
            {count}
          </td>
        )
      })}
      <td className="whitespace-nowrap border-line border-t border-l px-2">合计 {plan.cells.length}</td>
    </tr>
  )
}

/** A project's name without its size, short enough for the head of a column. */
const shortName = (name: string): string => name.replace(/\d[\d./]*\s*MW(?:\/[\d.]+\s*MWh)?/, '').slice(0, 10)

/** Experts × projects. One cell takes the focus; arrow keys move it. */
export function PlanMatrix(props: MatrixProps) {
  const { plan, matrix } = props
  const { root, press } = useMatrixKeys(props)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the cells within
    <div ref={root} onKeyDown={press} className="relative overflow-x-auto">
      <table aria-label="专家 × 项目" className="w-full border-separate border-spacing-0 text-s">
        <thead>
          <tr className="align-bottom text-xs">
            <th
              scope="col"
              className="sticky left-0 z-10 min-w-[150px] bg-surface px-3 pb-2 text-left font-normal text-ink-soft"
            >
              专家
            </th>
            {plan.projects.map(({ id, projectName }, index) => (
              <th
                key={id}
                scope="col"
                title={projectName}
                className="min-w-[46px] max-w-20 px-1 pt-2 pb-1.5 text-center font-normal"
              >
                <span className="block font-medium">{String(index + 1).padStart(2, '0')}</span>
                <span className="line-clamp-2 text-ink-soft">{shortName(projectName)}</span>
              </th>
            ))}
            <th scope="col" className="min-w-24 px-2 pb-2 text-left font-normal text-ink-soft">
              负荷
            </th>
          </tr>
        </thead>
        <tbody>
          {plan.loads.map((load) => (
            <MatrixRow key={load.expertId} {...props} load={load} />
          ))}
          <CountRow plan={plan} matrix={matrix} />
        </tbody>
      </table>
    </div>
  )
}
