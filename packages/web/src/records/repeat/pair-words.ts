import { RepeatFlag } from '@xinchu/contract/codes'
import type { RepeatPair } from '@xinchu/sdk'

const DECISIONS: Readonly<Record<string, string>> = {
  [RepeatFlag.suspected]: '待判定',
  [RepeatFlag.duplicate]: '确认重复',
  [RepeatFlag.distinct]: '确认不重复',
}

/** Decision on a pair as text. */
export const decisionLabel = ({ decision = RepeatFlag.suspected }: Pick<RepeatPair, 'decision'>): string =>
  DECISIONS[decision] ?? decision

/** Name of the kept project, if the pair was decided as a duplicate. */
export const keptName = ({ keptId, a, b }: RepeatPair): string | undefined =>
  keptId === undefined ? undefined : keptId === b.id ? b.projectName : a?.projectName

/** Office that decides on a pair, if it is not this user's. */
export const deciderOf = ({ a, b }: RepeatPair): string =>
  a && a.provinceCode !== b.provinceCode
    ? '涉及两个省份，由国家能源主管部门判定'
    : '由省级或国家能源主管部门判定'
