import { createHash } from 'node:crypto'
import { makeNetwork } from './min-cost-flow.ts'

/** Fit of an expert's specialties to a project, used as a cost: lower is better. */
export const FIT = { main: 0, second: 2, across: 5 } as const
export type Fit = (typeof FIT)[keyof typeof FIT]

export interface AvailableExpert {
  id: number
  /** Maximum number of his projects, locked ones included. */
  capacity: number
}

export interface OpenProject {
  id: number
  /** Required number of its experts, locked ones included. */
  needed: number
}

export interface Pair {
  expertId: number
  projectId: number
}

export interface AssignmentInput {
  experts: readonly AvailableExpert[]
  projects: readonly OpenProject[]
  fitOf: (pair: Pair) => Fit
  /** Code of the rule that excludes a pair, or undefined. An undecided pair counts as excluded. */
  excludedBy: (pair: Pair) => string | undefined
  /** Pairs that the plan must keep. */
  locked: readonly Pair[]
  /** Batch, stage and group. The same seed gives the same plan. */
  seed: string
}

/** Reasons why a project has too few experts. */
export interface Shortage {
  projectId: number
  missing: number
  /** Experts who are not excluded. */
  eligible: number
  /** Number of these experts who do not have this project and have no capacity left. */
  atCapacity: number
  /** Number of excluded experts by the code of the rule. */
  excluded: ReadonlyMap<string, number>
}

export interface Assignment {
  /** By expert, then by project. */
  pairs: readonly (Pair & { fit: Fit; isLocked: boolean })[]
  /** Number of projects of every expert, in the order of the input. */
  loads: ReadonlyMap<number, number>
  /** Sum of the fits: 0 is best. */
  fitCost: number
  /** Empty if every project has what it needs. A plan with shortages must not be applied. */
  shortages: readonly Shortage[]
}

const FIT_COST = 100
const JITTER = 10

/** Tie-breaker from 0 to 9, derived from the seed, so that equal experts do not always get the first projects. */
function jitter(seed: string, { expertId, projectId }: Pair): number {
  return createHash('sha256').update(`${seed}\n${expertId}\n${projectId}`).digest().readUInt32BE(0) % JITTER
}

const keyOf = ({ expertId, projectId }: Pair) => `${expertId}:${projectId}`

const byId = <T extends { id: number }>(all: readonly T[]): T[] => [...all].sort((a, b) => a.id - b.id)

/** Counts the occurrences of each number. */
export const countOf = (numbers: Iterable<number>): Map<number, number> => {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  return counts
}

/** The pairs that may be chosen, with the cost of each. */
function openPairs({ experts, projects, excludedBy, fitOf, locked, seed }: AssignmentInput) {
  const kept = new Set(locked.map(keyOf))
  return experts.flatMap((expert, expertAt) =>
    projects.flatMap((project, projectAt) => {
      const pair = { expertId: expert.id, projectId: project.id }
      if (kept.has(keyOf(pair)) || excludedBy(pair) !== undefined) return []
      const fit = fitOf(pair)
      return [{ pair, expertAt, projectAt, fit, cost: FIT_COST * fit + jitter(seed, pair) }]
    }),
  )
}

/**
 * Chooses the free pairs as a flow source → expert → project → sink. The k-th project of an expert costs W (2k - 1), which
 * levels the loads. W is larger than all fits together, so that even loads have priority over fits.
 */
function chosenPairs(input: AssignmentInput) {
  const [experts, projects] = [byId(input.experts), byId(input.projects)]
  const open = openPairs({ ...input, experts, projects })
  const weight = (FIT_COST * FIT.across + JITTER) * (open.length + 1)
  const source = 0
  const sink = experts.length + projects.length + 1
  const network = makeNetwork(sink + 1)
  const lockedOf = {
    expert: countOf(input.locked.map(({ expertId }) => expertId)),
    project: countOf(input.locked.map(({ projectId }) => projectId)),
  }
  experts.forEach(({ id, capacity }, at) => {
    const most = Math.min(capacity, projects.length)
    for (let k = (lockedOf.expert.get(id) ?? 0) + 1; k <= most; k += 1)
      network.addArc(source, 1 + at, 1, weight * (2 * k - 1))
  })
  const arcs = open.map((each) => ({
    ...each,
    arc: network.addArc(1 + each.expertAt, 1 + experts.length + each.projectAt, 1, each.cost),
  }))
  projects.forEach(({ id, needed }, at) => {
    const left = Math.max(0, needed - (lockedOf.project.get(id) ?? 0))
    network.addArc(1 + experts.length + at, sink, left, 0)
  })
  network.send(source, sink)
  return arcs.filter(({ arc }) => network.flowOf(arc) > 0)
}

/** Returns the projects that have too few experts, with the reasons. */
export function shortagesOf(
  input: Pick<AssignmentInput, 'experts' | 'projects' | 'excludedBy'>,
  pairs: readonly Pair[],
  loads: ReadonlyMap<number, number>,
): Shortage[] {
  const given = countOf(pairs.map(({ projectId }) => projectId))
  const taken = new Set(pairs.map(keyOf))
  return byId(input.projects).flatMap(({ id: projectId, needed }) => {
    const missing = needed - (given.get(projectId) ?? 0)
    if (missing <= 0) return []
    const excluded = new Map<string, number>()
    const eligible = input.experts.filter(({ id: expertId }) => {
      const code = input.excludedBy({ expertId, projectId })
      if (code !== undefined) excluded.set(code, (excluded.get(code) ?? 0) + 1)
      return code === undefined
    })
    const atCapacity = eligible.filter(
      ({ id, capacity }) =>
        (loads.get(id) ?? 0) >= capacity && !taken.has(keyOf({ expertId: id, projectId })),
    ).length
    return [{ projectId, missing, eligible: eligible.length, atCapacity, excluded }]
  })
}

/**
 * Proposes the experts of each project. Respects exclusions and capacities, and gives every project the required number
 * if possible. Levels the loads first, then minimizes the fits. The same input gives the same plan in any order.
 */
export function proposeAssignment(input: AssignmentInput): Assignment {
  const locked = input.locked.map((pair) => ({ ...pair, fit: input.fitOf(pair), isLocked: true }))
  const chosen = chosenPairs(input).map(({ pair, fit }) => ({ ...pair, fit, isLocked: false }))
  const pairs = [...locked, ...chosen].sort((a, b) => a.expertId - b.expertId || a.projectId - b.projectId)
  const counts = countOf(pairs.map(({ expertId }) => expertId))
  const loads = new Map(input.experts.map(({ id }) => [id, counts.get(id) ?? 0]))
  return {
    pairs,
    loads,
    fitCost: pairs.reduce((sum, { fit }) => sum + fit, 0),
    shortages: shortagesOf(input, pairs, loads),
  }
}
