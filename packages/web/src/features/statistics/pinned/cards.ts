import type { PinnedCard } from '@xinchu/sdk'
import { KIND_FILTERS } from '@xinchu/validators'
import type { Search } from '../../../ui/ports.ts'

export type CardName = PinnedCard['card']

const SCALE = '/planningmonitoring/project/scalelayout'

/** Page of each level. */
export const PAGES = {
  nation: SCALE,
  region: `${SCALE}Region`,
  province: `${SCALE}Province`,
} as const satisfies Record<PinnedCard['level'], string>

const LEVELS = ['nation', 'region', 'province'] as const
/** Conditions that a card keeps. Without a quarter it shows the latest published one. */
const KEPT = [
  ...['quarter', 'regionGroup', 'provinceCode', 'cityCode', 'countyCode'],
  ...KIND_FILTERS,
  ...['source', 'asOf', 'unit'],
]

/** A card with the conditions of the address; undefined outside the pages of scale. */
export function cardAt(card: CardName, screen: string, search: Search): PinnedCard | undefined {
  const level = LEVELS.find((each) => PAGES[each] === screen)
  const conditions = Object.fromEntries(
    KEPT.flatMap((name) => {
      const value = String(search[name] ?? '')
      return value ? [[name, value]] : []
    }),
  )
  return level && { card, level, conditions }
}
