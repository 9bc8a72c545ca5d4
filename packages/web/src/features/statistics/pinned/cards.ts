import type { PinnedCard } from '@xinchu/sdk'
import { KIND_FILTERS } from '@xinchu/validators'
import type { Search } from '../../../ui/ports.ts'

export type CardName = PinnedCard['card']

const SCALE = '/planningmonitoring/project/scalelayout'

/** Names of the cards that can be pinned or embedded. */
export const CARD_NAMES: Readonly<Record<CardName, string>> = {
  map: '在运规模分布',
  regions: '六大区域',
  trend: '年末累计与当年新增',
  quarters: '季度末累计与当季新增',
  scenario: '应用场景占比变化',
  duration: '储能时长构成',
  owner: '投资主体',
  techs: '锂离子以外的技术路线',
  subTypes: '细分技术构成',
  owners: '投资主体占比变化',
  voltages: '并网电压等级构成',
  size: '单站规模分布',
}

export const isCardName = (name: string): name is CardName => Object.hasOwn(CARD_NAMES, name)

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

/** Address of a page with a card's conditions. More conditions add to them; an undefined one takes its own away. */
export function pageOf({ level, conditions }: PinnedCard, more: Search = {}): string {
  const named = Object.entries({ ...conditions, ...more }).filter(([, value]) => value !== undefined)
  return `${location.origin}${PAGES[level]}?${new URLSearchParams(named.map(([name, value]) => [name, String(value)]))}`
}
