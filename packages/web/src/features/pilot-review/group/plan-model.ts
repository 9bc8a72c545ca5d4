import type { AssignPlan, AssignPlanChange, ExpertGroup } from '@xinchu/sdk'

export type Cell = AssignPlan['cells'][number]
export type CellChange = AssignPlanChange['cells'][number]

export interface Place {
  expertId: number
  projectId: number
}

const keyOf = ({ expertId, projectId }: Place) => `${expertId}-${projectId}`

/** Cells and exclusions by place. */
export interface Matrix {
  cell(place: Place): Cell | undefined
  excluded(place: Place): string | undefined
  /** Number of experts of a project. */
  count(projectId: number): number
}

export function matrixOf({ cells, excluded }: Pick<AssignPlan, 'cells' | 'excluded'>): Matrix {
  const byPlace = new Map(cells.map((cell) => [keyOf(cell), cell]))
  const codes = new Map(excluded.map((pair) => [keyOf(pair), pair.code]))
  const counts = new Map<number, number>()
  for (const { projectId } of cells) counts.set(projectId, (counts.get(projectId) ?? 0) + 1)
  return {
    cell: (place) => byPlace.get(keyOf(place)),
    excluded: (place) => codes.get(keyOf(place)),
    count: (projectId) => counts.get(projectId) ?? 0,
  }
}

/** Assigns a free pair or cancels an assigned one. Excluded pairs have no change. */
export function toggle(matrix: Matrix, place: Place): CellChange | undefined {
  if (matrix.excluded(place)) return undefined
  return { ...place, assigned: matrix.cell(place) === undefined }
}

/** Locks or unlocks an assigned pair. */
export function toggleLock(matrix: Matrix, place: Place): CellChange | undefined {
  const cell = matrix.cell(place)
  return cell && { ...place, assigned: true, locked: !cell.locked }
}

/** Undoes a change. */
export function inverse(matrix: Matrix, { expertId, projectId }: Place): CellChange {
  const cell = matrix.cell({ expertId, projectId })
  return { expertId, projectId, assigned: cell !== undefined, ...(cell ? { locked: cell.locked } : {}) }
}

/** Experts who can take a cell over in a swap within a project, the least loaded first. */
export function swapsOf(plan: AssignPlan, matrix: Matrix, { expertId, projectId }: Place) {
  return plan.loads
    .filter((each) => {
      const place = { expertId: each.expertId, projectId }
      const isFull = each.limit !== undefined && each.load >= each.limit
      return each.expertId !== expertId && !matrix.cell(place) && !matrix.excluded(place) && !isFull
    })
    .sort((a, b) => a.load - b.load || a.expertId - b.expertId)
}

export interface Fits {
  main: number
  second: number
  across: number
}

export const fitsOf = (cells: readonly Cell[]): Fits => ({
  main: cells.filter(({ fit }) => fit === 'MAIN').length,
  second: cells.filter(({ fit }) => fit === 'SECOND').length,
  across: cells.filter(({ fit }) => fit === 'ACROSS').length,
})

export interface Check {
  isMet: boolean
  text: string
}

/** Conditions for the application of a plan, with their results. */
export function checksOf(plan: AssignPlan, group: Pick<ExpertGroup, 'experts'>): readonly Check[] {
  const matrix = matrixOf(plan)
  const short = plan.projects.filter(({ id }) => matrix.count(id) < plan.perProject)
  const over = plan.loads.filter(({ load, limit }) => limit !== undefined && load > limit)
  return [
    {
      isMet: short.length === 0,
      text:
        short.length === 0
          ? `每项 ${plan.perProject} 位专家`
          : (plan.shortages[0]?.message ?? `${short.length} 项不足 ${plan.perProject} 位专家`),
    },
    {
      isMet: !plan.stale,
      text: plan.stale
        ? `冲突数据已更新（v${plan.conflictVersion} → v${plan.currentConflictVersion ?? plan.conflictVersion}），请重新计算`
        : `冲突数据 v${plan.conflictVersion}，无新增`,
    },
    {
      isMet: over.length === 0,
      text:
        over.length === 0
          ? '各专家均在承担上限以内'
          : `${over.map(({ realName }) => realName).join('、')}超过承担上限`,
    },
    {
      isMet: group.experts.length % 2 === 1,
      text: `本组 ${group.experts.length} 位专家${group.experts.length % 2 === 1 ? '，为单数' : '，为偶数，可能出现同票'}`,
    },
  ]
}

/** The last check is a hint and does not block. */
export const blockers = (checks: readonly Check[]): readonly Check[] =>
  checks.slice(0, -1).filter(({ isMet }) => !isMet)
