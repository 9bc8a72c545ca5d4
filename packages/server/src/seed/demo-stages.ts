import type { Place } from './demo-places.ts'

/** How far a demonstration project has come. */
export interface Stage {
  /** `declare_status` of the dictionary. */
  declare: string
  /** `country_status` of the dictionary. */
  country: string
  /** `build_status` of the dictionary. */
  build: string
}

export const DRAFT: Stage = { declare: '0', country: '0', build: '1' }
export const STORED: Stage = { declare: '7', country: '4', build: '4' }

const NATIONAL: readonly Stage[] = [
  { declare: '7', country: '0', build: '3' },
  { declare: '7', country: '1', build: '3' },
  { declare: '7', country: '2', build: '2' },
  { declare: '7', country: '3', build: '3' },
]

/** Every stage between draft and warehouse that a place's levels of review lead through. */
export function stagesOf({ cityCode, countyCode }: Place): Stage[] {
  const waiting = [...(countyCode ? ['1'] : []), ...(cityCode ? ['3'] : []), '5']
  const local = waiting.flatMap((declare): Stage[] => [
    { declare, country: '0', build: declare === '5' ? '2' : '1' },
    // Returned by the level that it waited for.
    { declare: String(Number(declare) + 1), country: '0', build: '1' },
  ])
  return [...local, ...NATIONAL]
}

/** A step of a project's flow; states of the nation's review have a C before them. */
export interface Step {
  action: 'SUBMIT' | 'PASS' | 'RETURN' | 'SYNC'
  from: string
  to: string
  /** The kind of department that took it. */
  deptId: number
}

const LEVELS: readonly (readonly [waiting: string, deptId: number])[] = [
  ['1', 5],
  ['3', 4],
  ['5', 3],
]

const REPORTED: Step = { action: 'SUBMIT', from: 'C0', to: 'C1', deptId: 3 }
const PASSED: Step = { action: 'PASS', from: 'C1', to: 'C3', deptId: 1 }

const NATIONAL_STEPS: Readonly<Record<string, readonly Step[]>> = {
  '0': [],
  '1': [REPORTED],
  '2': [REPORTED, { action: 'RETURN', from: 'C1', to: 'C2', deptId: 1 }],
  '3': [REPORTED, PASSED],
  '4': [REPORTED, PASSED, { action: 'SYNC', from: 'C3', to: 'C4', deptId: 1 }],
}

/** The steps that led a project of a place to its stage. */
export function stepsTo({ declare, country }: Stage, { cityCode, countyCode }: Place): Step[] {
  if (declare === '0') return []
  const levels = LEVELS.filter(([, deptId]) => (deptId === 5 ? countyCode : deptId === 4 ? cityCode : true))
  const steps: Step[] = [{ action: 'SUBMIT', from: '0', to: levels[0]?.[0] ?? '5', deptId: 100 }]
  for (const [index, [waiting, deptId]] of levels.entries()) {
    if (waiting === declare) return steps
    const returned = String(Number(waiting) + 1)
    if (returned === declare) return [...steps, { action: 'RETURN', from: waiting, to: returned, deptId }]
    steps.push({ action: 'PASS', from: waiting, to: levels[index + 1]?.[0] ?? '7', deptId })
  }
  return [...steps, ...(NATIONAL_STEPS[country] ?? [])]
}
