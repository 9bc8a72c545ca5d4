import { deptKinds } from '@xinchu/contract/rights'
import type { Row } from '@xinchu/server/sample-port'
import type { Place } from './places.ts'

type Project = Row<'es_project'>

/** Stage of a demonstration project. */
export interface Stage {
  declare: Project['declare_status']
  country: Project['country_status']
  build: NonNullable<Project['build_status']>
}

export const DRAFT: Stage = { declare: '0', country: '0', build: '1' }
export const STORED: Stage = { declare: '7', country: '4', build: '4' }

const NATIONAL: readonly Stage[] = [
  { declare: '7', country: '0', build: '3' },
  { declare: '7', country: '1', build: '3' },
  { declare: '7', country: '2', build: '2' },
  { declare: '7', country: '3', build: '3' },
]

/** The levels of review, with the states of projects that wait for them and that they returned. */
const LEVELS = [
  { deptId: deptKinds.county, waiting: '1', returned: '2' },
  { deptId: deptKinds.city, waiting: '3', returned: '4' },
  { deptId: deptKinds.province, waiting: '5', returned: '6' },
] as const

const levelsOf = ({ cityCode, countyCode }: Place) =>
  LEVELS.filter(({ deptId }) => {
    if (deptId === deptKinds.county) return countyCode
    return deptId === deptKinds.city ? cityCode : true
  })

/** All stages between draft and warehouse for a place's review levels. */
export function stagesOf(place: Place): Stage[] {
  const local = levelsOf(place).flatMap(({ waiting, returned }): Stage[] => [
    { declare: waiting, country: '0', build: waiting === '5' ? '2' : '1' },
    { declare: returned, country: '0', build: '1' },
  ])
  return [...local, ...NATIONAL]
}

/** A flow step of a project. National states have the prefix C. */
export interface Step {
  action: 'SUBMIT' | 'PASS' | 'RETURN' | 'SYNC'
  from: string
  to: string
  /** Kind of department that took the step. */
  deptId: Row<'flow_history'>['dept_id']
}

const REPORTED: Step = { action: 'SUBMIT', from: 'C0', to: 'C1', deptId: 3 }
const PASSED: Step = { action: 'PASS', from: 'C1', to: 'C3', deptId: 1 }

const NATIONAL_STEPS: Readonly<Record<string, readonly Step[]>> = {
  '0': [],
  '1': [REPORTED],
  '2': [REPORTED, { action: 'RETURN', from: 'C1', to: 'C2', deptId: 1 }],
  '3': [REPORTED, PASSED],
  '4': [REPORTED, PASSED, { action: 'SYNC', from: 'C3', to: 'C4', deptId: 1 }],
}

/** Flow steps of a project from draft to its stage. */
export function stepsTo({ declare, country }: Stage, place: Place): Step[] {
  if (declare === '0') return []
  const levels = levelsOf(place)
  const steps: Step[] = [{ action: 'SUBMIT', from: '0', to: levels[0]?.waiting ?? '5', deptId: 100 }]
  for (const [index, { waiting, returned, deptId }] of levels.entries()) {
    if (waiting === declare) return steps
    if (returned === declare) return [...steps, { action: 'RETURN', from: waiting, to: returned, deptId }]
    steps.push({ action: 'PASS', from: waiting, to: levels[index + 1]?.waiting ?? '7', deptId })
  }
  return [...steps, ...(NATIONAL_STEPS[country] ?? [])]
}
