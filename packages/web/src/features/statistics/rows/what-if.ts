import { roundTo } from '@xinchu/validators'

export interface Capacity {
  power: number
  energy: number
}

/** An assumption about one project: left out, or with another power or energy. */
export interface Assumed {
  original: Capacity
  isOut?: boolean
  power?: number | undefined
  energy?: number | undefined
}

export type Assumptions = ReadonlyMap<number, Assumed>

const capacityOf = ({ original, isOut, power, energy }: Assumed): Capacity =>
  isOut ? { power: 0, energy: 0 } : { power: power ?? original.power, energy: energy ?? original.energy }

const isChanged = ({ original, isOut, power, energy }: Assumed) =>
  isOut === true ||
  (power !== undefined && power !== original.power) ||
  (energy !== undefined && energy !== original.energy)

/** Assumptions with one more; one that changes nothing is removed. */
export function assumed(all: Assumptions, id: number, next: Assumed): Assumptions {
  const changed = new Map(all)
  if (isChanged(next)) changed.set(id, next)
  else changed.delete(id)
  return changed
}

/** Applies assumptions to the published sum. Only the rows with assumptions are needed. */
export function sumUnder(published: Capacity, all: Assumptions): Capacity {
  const sum = (of: keyof Capacity) =>
    [...all.values()].reduce(
      (total, each) => roundTo(total - each.original[of] + capacityOf(each)[of], 4),
      published[of],
    )
  return { power: sum('power'), energy: sum('energy') }
}

export const hoursOf = ({ power, energy }: Capacity): number | undefined =>
  power > 0 ? energy / power : undefined

/** 去掉 2 行、改 1 行. */
export function wordsOf(all: Assumptions): string {
  const out = [...all.values()].filter(({ isOut }) => isOut).length
  const changed = all.size - out
  return [out > 0 && `去掉 ${out} 行`, changed > 0 && `改 ${changed} 行`].filter(Boolean).join('、')
}

/** Share and rank of a group's power among all groups, before and under an assumption. */
export function standing(powers: readonly number[], at: number, power: number) {
  const of = (value: number, total: number) => ({
    share: total > 0 ? (value / total) * 100 : 0,
    rank: 1 + powers.filter((each, index) => index !== at && each > value).length,
  })
  const published = powers[at] ?? 0
  const total = powers.reduce((all, each) => all + each, 0)
  return { before: of(published, total), after: of(power, total - published + power) }
}
