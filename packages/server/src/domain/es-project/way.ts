import { CountryStatus, DeclareStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import type { Stage, Way } from '../flow/way.ts'
import type { ProjectRow } from './query.ts'
import { levelsOf } from './states.ts'
import { EDITABLE, holderOf } from './waiting.ts'

const AUTHORS: Readonly<Record<number, string>> = {
  [deptKinds.county]: '县',
  [deptKinds.city]: '市',
  [deptKinds.province]: '省',
}

const LEVELS = ['county', 'city', 'province', 'nation'] as const

/** The way of a project: 企业, the levels that review, 国家, 入库. */
export function wayOfProject(row: ProjectRow): Way {
  const stages: Stage[] = ['author', ...levelsOf(row), 'nation', 'end']
  const handler = holderOf(row)
  const atLevel = LEVELS.find((level) => deptKinds[level] === handler)
  const isPassed = row.declare_status === DeclareStatus.passed
  const isStored = row.country_status === CountryStatus.stored
  const isWithNation = isPassed && row.country_status === CountryStatus.waiting
  // A province sends up its own projects as their author.
  const held = atLevel && stages.includes(atLevel) ? atLevel : atLevel && 'author'
  const current = EDITABLE.includes(row.declare_status) ? 'author' : isWithNation ? 'nation' : held
  const isDecided = isPassed && row.country_status === CountryStatus.passed
  const reached = current
    ? stages.indexOf(current)
    : isStored
      ? stages.length
      : stages.indexOf(isDecided ? 'end' : 'nation')
  return { stages, current, reached, authorName: AUTHORS[row.origin_dept_id] ?? '企业', endName: '入库' }
}
