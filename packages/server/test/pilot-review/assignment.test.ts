import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Assignment,
  type AssignmentInput,
  FIT,
  type Fit,
  type Pair,
  proposeAssignment,
} from '../../src/domain/pilot-review/assignment.ts'

interface Plan {
  capacities: number[]
  needed: number[]
  fits: Fit[]
  excluded: boolean[]
  seed: string
}

const at = ({ expertId, projectId }: Pair, { needed }: Plan) => (expertId - 1) * needed.length + projectId - 1

const inputOf = (plan: Plan, locked: readonly Pair[] = []): AssignmentInput => ({
  experts: plan.capacities.map((capacity, index) => ({ id: index + 1, capacity })),
  projects: plan.needed.map((needed, index) => ({ id: index + 1, needed })),
  fitOf: (pair) => plan.fits[at(pair, plan)] ?? FIT.across,
  excludedBy: (pair) => (plan.excluded[at(pair, plan)] ? 'C-03' : undefined),
  locked,
  seed: plan.seed,
})

const fit = fc.constantFrom<Fit>(FIT.main, FIT.second, FIT.across)
const planOf = (experts: number, projects: number, capacity: number, needed: number) =>
  fc
    .record({
      experts: fc.integer({ min: 1, max: experts }),
      projects: fc.integer({ min: 1, max: projects }),
    })
    .chain((size) => {
      const cells = size.experts * size.projects
      return fc.record({
        capacities: fc.array(fc.integer({ min: 0, max: capacity }), {
          minLength: size.experts,
          maxLength: size.experts,
        }),
        needed: fc.array(fc.integer({ min: 0, max: needed }), {
          minLength: size.projects,
          maxLength: size.projects,
        }),
        fits: fc.array(fit, { minLength: cells, maxLength: cells }),
        excluded: fc.array(fc.boolean(), { minLength: cells, maxLength: cells }),
        seed: fc.string(),
      })
    })

const missingOf = ({ shortages }: Assignment) => shortages.reduce((sum, { missing }) => sum + missing, 0)

test('nobody is given a project from which he is excluded, twice the same one, or more than his capacity', () => {
  fc.assert(
    fc.property(planOf(9, 12, 12, 5), (plan) => {
      const { pairs, loads, shortages } = proposeAssignment(inputOf(plan))
      expect(pairs.filter((pair) => plan.excluded[at(pair, plan)])).toEqual([])
      expect(new Set(pairs.map(({ expertId, projectId }) => `${expertId}:${projectId}`)).size).toBe(
        pairs.length,
      )
      plan.capacities.forEach((capacity, index) => {
        expect(loads.get(index + 1)).toBeLessThanOrEqual(capacity)
      })
      plan.needed.forEach((needed, index) => {
        const given = pairs.filter(({ projectId }) => projectId === index + 1).length
        const missing = shortages.find(({ projectId }) => projectId === index + 1)?.missing ?? 0
        expect(given + missing).toBe(needed)
      })
    }),
    { numRuns: 1_000 },
  )
})

test('loads differ by one at most where nobody is excluded and all have room', () => {
  fc.assert(
    fc.property(planOf(9, 12, 0, 5), (plan) => {
      const free = { ...plan, capacities: plan.capacities.map(() => 99), excluded: [] }
      const loads = [...proposeAssignment(inputOf(free)).loads.values()]
      expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1)
    }),
    { numRuns: 500 },
  )
})

/** Every way to give a project its experts, as sets of expert numbers. */
function choices(experts: readonly number[], needed: number): number[][] {
  if (needed === 0) return [[]]
  return experts.flatMap((expert, index) =>
    choices(experts.slice(index + 1), needed - 1).map((rest) => [expert, ...rest]),
  )
}

/** The best squares of loads and fits of all complete plans, by trying every one. */
function bestOfAll(plan: Plan): { squares: number; fits: number } | undefined {
  let best: { squares: number; fits: number } | undefined
  const visit = (project: number, loads: readonly number[], fits: number): void => {
    if (project > plan.needed.length) {
      const squares = loads.reduce((sum, load) => sum + load * load, 0)
      if (!best || squares < best.squares || (squares === best.squares && fits < best.fits))
        best = { squares, fits }
      return
    }
    const able = loads.flatMap((load, index) => {
      const pair = { expertId: index + 1, projectId: project }
      return plan.excluded[at(pair, plan)] || load >= (plan.capacities[index] ?? 0) ? [] : [index + 1]
    })
    for (const chosen of choices(able, plan.needed[project - 1] ?? 0)) {
      const added = chosen.reduce(
        (sum, expertId) => sum + (plan.fits[at({ expertId, projectId: project }, plan)] ?? 0),
        0,
      )
      visit(
        project + 1,
        loads.map((load, index) => load + (chosen.includes(index + 1) ? 1 : 0)),
        fits + added,
      )
    }
  }
  visit(
    1,
    plan.capacities.map(() => 0),
    0,
  )
  return best
}

test('levels the loads first and fits specialties second, as well as the best of all plans', () => {
  fc.assert(
    fc.property(planOf(4, 4, 4, 3), (plan) => {
      const made = proposeAssignment(inputOf(plan))
      const best = bestOfAll(plan)
      expect(made.shortages.length === 0).toBe(best !== undefined)
      if (!best) return
      const squares = [...made.loads.values()].reduce((sum, load) => sum + load * load, 0)
      expect({ squares, fits: made.fitCost }).toEqual(best)
    }),
    { numRuns: 1_000 },
  )
})

test('the same seed gives the same plan, in whatever order experts and projects come', () => {
  fc.assert(
    fc.property(planOf(7, 10, 10, 5), (plan) => {
      const input = inputOf(plan)
      const turned = {
        ...input,
        experts: [...input.experts].reverse(),
        projects: [...input.projects].reverse(),
      }
      expect(proposeAssignment(turned).pairs).toEqual(proposeAssignment(input).pairs)
    }),
    { numRuns: 300 },
  )
})

test('another seed chooses among equals in another way', () => {
  const plan = {
    capacities: Array(7).fill(10),
    needed: Array(10).fill(5),
    fits: Array(70).fill(0),
    excluded: [],
  }
  const of = (seed: string) => JSON.stringify(proposeAssignment(inputOf({ ...plan, seed })).pairs)
  expect(of('2026-1-PRIMARY-1')).not.toBe(of('2026-1-PRIMARY-2'))
})

test('what is locked stays, and the rest is levelled around it', () => {
  const plan: Plan = {
    capacities: [4, 4, 4],
    needed: [1, 1, 1, 1, 1, 1],
    fits: Array(18).fill(0),
    excluded: [],
    seed: 's',
  }
  const locked = [1, 2, 3].map((projectId) => ({ expertId: 1, projectId }))
  const { pairs, loads } = proposeAssignment(inputOf(plan, locked))
  expect(pairs.filter(({ isLocked }) => isLocked).map(({ projectId }) => projectId)).toEqual([1, 2, 3])
  expect([...loads.values()].sort()).toEqual([1, 2, 3])
})

test('says why a project cannot have its experts', () => {
  const plan: Plan = {
    capacities: [1, 1, 1],
    needed: [2, 2],
    fits: [0, 0, 0, 0, 0, 0],
    excluded: [false, true, false, false, false, false],
    seed: 's',
  }
  const made = proposeAssignment(inputOf(plan))
  expect(missingOf(made)).toBe(1)
  expect(
    made.shortages.every(({ atCapacity, eligible, missing }) => atCapacity + 2 - missing === eligible),
  ).toBe(true)
  const second = proposeAssignment(inputOf({ ...plan, needed: [0, 3] }))
  expect(second.shortages).toEqual([
    { projectId: 2, missing: 1, eligible: 2, atCapacity: 0, excluded: new Map([['C-03', 1]]) },
  ])
})

test('gives 7 experts and 10 projects of 5, with six excluded pairs, loads of 8 and 7', () => {
  const excludedPairs = new Set([2, 16, 30, 44, 58, 69])
  const specialties: Fit[] = [FIT.main, FIT.second, FIT.across]
  const plan: Plan = {
    capacities: Array(7).fill(10),
    needed: Array(10).fill(5),
    fits: Array.from({ length: 70 }, (_, cell) => specialties[(cell * 7) % 3] ?? FIT.across),
    excluded: Array.from({ length: 70 }, (_, cell) => excludedPairs.has(cell)),
    seed: '2026-2-PRIMARY-1',
  }
  const { pairs, loads, shortages } = proposeAssignment(inputOf(plan))
  expect(pairs).toHaveLength(50)
  expect([...loads.values()].sort().reverse()).toEqual([8, 7, 7, 7, 7, 7, 7])
  expect(shortages).toEqual([])
})
