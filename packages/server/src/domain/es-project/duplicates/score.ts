import { BuildStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { repeatScores } from '@xinchu/validators'
import { distanceM, type Place } from '../../values/distance.ts'
import { similarity } from './similarity.ts'
import {
  coreName,
  hasOtherPhase,
  hasSameName,
  nameWithoutPhase,
  nationalKeyOf,
  recordKeyOf,
  type Subject,
} from './subject.ts'

export type Signal = components['schemas']['RepeatSignal']

export interface Comparison {
  /** 0 to 100; 100 means the same project. */
  score: number
  signals: Signal[]
  nameSimilarity: number
  /** Absent if one of the two has no coordinates. */
  distanceM?: number
}

/** Score from which a pair is shown as a hint. */
export const HINT = 55

const CAP = 55
const SHORT_NAME = 4
const ENDED = new Set<string>([BuildStatus.retired, BuildStatus.terminated])

const isSame = <T>(a: T | null | undefined, b: T | null | undefined) =>
  a !== null && a !== undefined && a !== '' && a === b

const placeOf = ({ longitude, latitude }: Subject): Place | undefined =>
  typeof longitude === 'number' && typeof latitude === 'number' ? { longitude, latitude } : undefined

const isWithinOnePercent = (a: number | null | undefined, b: number | null | undefined) =>
  typeof a === 'number' && typeof b === 'number' && Math.abs(a - b) <= 0.01 * Math.max(a, b) + 1e-9

const signal = (rule: Signal['rule'], points: number, label: string, detail?: string): Signal[] =>
  points > 0 ? [{ rule, label, points, ...(detail ? { detail } : {}) }] : []

const isOtherCompany = (a: Subject, b: Subject) =>
  Boolean(a.credit_code && b.credit_code) && a.credit_code !== b.credit_code

const isOtherOfCompany = (a: Subject, b: Subject) =>
  isSame(a.credit_code, b.credit_code) && nameWithoutPhase(a) !== nameWithoutPhase(b)

/**
 * Points of one number: phases of one filing, and projects of one company with different names, are different projects
 * and only suspected.
 */
function pointsOfNumber(a: Subject, b: Subject): number {
  if (isOtherCompany(a, b)) return repeatScores.same
  if (hasOtherPhase(a, b)) return repeatScores.suspected
  return isOtherOfCompany(a, b) ? repeatScores.sameNumber : repeatScores.same
}

/** One of the two ways in which the number is written, whichever side is asked. */
const written = (a: string | null | undefined, b: string | null | undefined) =>
  [a ?? '', b ?? ''].sort()[0] ?? ''

function sameNumber(a: Subject, b: Subject): Signal[] {
  const points = pointsOfNumber(a, b)
  if (isSame(nationalKeyOf(a), nationalKeyOf(b)))
    return signal('R1', points, '全国投资项目代码相同', written(a.national_code, b.national_code))
  if (isSame(recordKeyOf(a), recordKeyOf(b)))
    return signal('R1', points, '备案文号相同', written(a.record_no, b.record_no))
  return []
}

// Stored names omit place names, so they distinguish projects only within one place.
const isOnePlace = (a: Subject, b: Subject) =>
  (a.county_code ?? a.city_code ?? a.province_code) === (b.county_code ?? b.city_code ?? b.province_code)

function sameName(a: Subject, b: Subject): Signal[] {
  const isOne =
    isSame(a.credit_code, b.credit_code) && isOnePlace(a, b) && a.normalised_name !== '' && hasSameName(a, b)
  return isOne ? signal('R2', repeatScores.same, '项目单位、名称与期次均相同') : []
}

function alikeNames(a: Subject, b: Subject, alike: number): Signal[] {
  const isShort = Math.min([...coreName(a)].length, [...coreName(b)].length) < SHORT_NAME
  const points = alike >= 0.9 && !isShort ? 40 : alike >= 0.75 ? 25 : 0
  return signal(
    'R3',
    points,
    alike === 1 ? '名称相同（不计地名与通用词）' : '名称相近',
    `相似度${Math.round(alike * 100)}%`,
  )
}

function sameOwner(a: Subject, b: Subject): Signal[] {
  if (isSame(a.credit_code, b.credit_code)) return signal('R4', 20, '项目单位相同')
  return signal('R4', isSame(a.owner_group_id, b.owner_group_id) ? 10 : 0, '投资主体（集团）相同')
}

function sameDivision(a: Subject, b: Subject): Signal[] {
  if (isSame(a.county_code, b.county_code)) return signal('R5', 10, '县（区）相同')
  return signal('R5', isSame(a.city_code, b.city_code) ? 5 : 0, '地市相同')
}

function sameCapacity(a: Subject, b: Subject): Signal[] {
  const power = isWithinOnePercent(a.rated_power, b.rated_power)
  const energy = isWithinOnePercent(a.rated_energy, b.rated_energy)
  if (power && energy) return signal('R6', 20, '功率与能量相差 1% 以内')
  if (power) return signal('R6', 8, '功率相差 1% 以内')
  return signal('R6', energy ? 8 : 0, '能量相差 1% 以内')
}

function near(metres: number | undefined): Signal[] {
  if (metres === undefined) return []
  const detail = `相距${Math.round(metres)}米`
  if (metres <= 500) return signal('R7', 20, '位置相距不足500米', detail)
  return signal('R7', metres <= 2000 ? 10 : 0, '位置相距不足2公里', detail)
}

function sameUse(a: Subject, b: Subject): Signal[] {
  const isOne = isSame(a.tech_type, b.tech_type) && isSame(a.app_sub_scenario, b.app_sub_scenario)
  return signal('R8', isOne ? 5 : 0, '技术路线与应用场景相同')
}

function sameGrid(a: Subject, b: Subject): Signal[] {
  const isOne = isSame(a.substation_name, b.substation_name) && isSame(a.grid_voltage, b.grid_voltage)
  return signal('R9', isOne ? 5 : 0, '接入变电站与电压等级相同')
}

/** Retired or terminated. A successor is a different project. */
export const hasEnded = ({ build_status }: Subject) => ENDED.has(build_status ?? '')

/** Phases of one station are different projects, and so is the successor of an ended one. */
function isCapped(a: Subject, b: Subject, hasSameNumber: boolean): boolean {
  if (hasEnded(a) || hasEnded(b)) return true
  return !hasSameNumber && hasOtherPhase(a, b)
}

/** Scores how likely two records are the same project, with the reasons. Symmetric. */
export function compare(a: Subject, b: Subject): Comparison {
  const [left, right] = [placeOf(a), placeOf(b)]
  const metres = left && right && distanceM(left, right)
  const alike = similarity(coreName(a), coreName(b))
  const number = sameNumber(a, b)
  const hard = [...number, ...sameName(a, b)]
  const soft = [
    ...alikeNames(a, b, alike),
    ...sameOwner(a, b),
    ...sameDivision(a, b),
    ...sameCapacity(a, b),
    ...near(metres),
    ...sameUse(a, b),
    ...sameGrid(a, b),
  ]
  const sum = soft.reduce((total, { points }) => total + points, 0)
  // Only R1 and R2 prove that two records are the same, and R1 not of different phases or names.
  const proved = Math.max(0, ...hard.map(({ points }) => points))
  const score = Math.max(proved, Math.min(sum, repeatScores.same - 1))
  return {
    score: isCapped(a, b, number.length > 0) ? Math.min(score, CAP) : score,
    signals: [...hard, ...soft],
    nameSimilarity: Math.round(alike * 100) / 100,
    ...(metres === undefined ? {} : { distanceM: Math.round(metres) }),
  }
}
