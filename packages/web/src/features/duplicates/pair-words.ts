import type { RepeatPair } from '@xinchu/sdk'
import { RepeatFlag } from '@xinchu/sdk/codes'

type Side = Pick<NonNullable<RepeatPair['a']>, 'provinceName' | 'cityName' | 'countyName'>

/** Where a project is, in words. */
export const placeOf = ({ provinceName, cityName, countyName }: Side): string =>
  [provinceName, cityName, countyName].filter(Boolean).join(' ')

const DECISIONS: Readonly<Record<string, string>> = {
  [RepeatFlag.suspected]: '待判定',
  [RepeatFlag.duplicate]: '确认重复',
  [RepeatFlag.distinct]: '确认不重复',
}

/** What was decided about a pair, in words. */
export const decisionLabel = ({ decision = RepeatFlag.suspected }: Pick<RepeatPair, 'decision'>): string =>
  DECISIONS[decision] ?? decision

/** The name of the record that is kept, where the two were decided to be one. */
export const keptName = ({ keptId, a, b }: RepeatPair): string | undefined =>
  keptId === undefined ? undefined : keptId === b.id ? b.projectName : a?.projectName

/** Who decides about a pair that is not this user's to decide. */
export const deciderOf = ({ a, b }: RepeatPair): string =>
  a && a.provinceCode !== b.provinceCode
    ? '涉及两个省份，由国家能源主管部门判定'
    : '由省级或国家能源主管部门判定'
