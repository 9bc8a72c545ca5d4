import { BuildStatus } from '@xinchu/contract/codes'
import { inLists, mapSource, type PageSearch } from '@xinchu/validators'
import type { Ask } from './ask.ts'
import { assertAmong, assertConditions, KINDS, PLACE, placeOf, useConditions, userOf } from './conditions.ts'
import { type PageTable, replyColumns } from './table.ts'

/** States of construction that the map's condition 建设状态 puts together. */
export const MAP_STATES: Readonly<Record<string, readonly BuildStatus[]>> = {
  operating: [BuildStatus.operating, BuildStatus.stopped],
  building: [BuildStatus.building],
  planned: [BuildStatus.planned, BuildStatus.filed],
  ended: [BuildStatus.retired, BuildStatus.terminated],
}

/** States of construction that are both in the map's condition and among those of the filter; undefined for any. */
function statesOf(search: PageSearch, asked: readonly BuildStatus[] | undefined): BuildStatus[] | undefined {
  const states = MAP_STATES[String(search['state'] ?? '')]
  return states ? states.filter((each) => asked?.includes(each) ?? true) : asked && [...asked]
}

/** 项目分布地图: the projects of the list below it, largest first. The view (`at`) depends on the screen and is left out. */
export async function mapTable(ask: Ask, search: PageSearch, today: string): Promise<PageTable> {
  assertConditions(search, [...PLACE, ...KINDS, 'state', 'at'])
  assertAmong(search, 'state', Object.keys(MAP_STATES))
  const codes = await placeOf(ask, search, 'province', await userOf(ask))
  const kinds = useConditions(search, codes)
  const states = statesOf(search, kinds.buildStatus)
  const conditions = { ...kinds, ...(states ? { buildStatus: states } : {}) }
  // The call takes no state for any.
  const rows = states?.length === 0 ? [] : await ask('findProjectLocations', inLists(conditions))
  return {
    title: '项目分布',
    period: undefined,
    source: mapSource(today),
    conditions,
    columns: replyColumns('findProjectLocations'),
    rows,
  }
}
