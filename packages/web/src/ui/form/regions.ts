import type { RegionNode } from '../ports.ts'

/** 新疆生产建设兵团, a provincial unit without outlines of its own. It is drawn on the map of Xinjiang. */
export const CORPS = '660000'
export const XINJIANG = '650000'

/** Codes of a place, widest first; '' if not chosen. */
export interface Place {
  provinceCode: string
  cityCode: string
  countyCode: string
}

const FIELD_OF_LEVEL = ['provinceCode', 'cityCode', 'countyCode'] as const
export const NOWHERE: Place = { provinceCode: '', cityCode: '', countyCode: '' }

/** Place of a path of nodes. A county directly under a province has no city. */
export function placeOf(path: readonly RegionNode[]): Place {
  const place = { ...NOWHERE }
  for (const { level, value } of path) {
    const field = FIELD_OF_LEVEL[level - 1]
    if (field) place[field] = value
  }
  return place
}

/** Nodes of a place, widest first. Stops at an unknown code. */
export function pathOf(regions: readonly RegionNode[], place: Place): RegionNode[] {
  const path: RegionNode[] = []
  let nodes: readonly RegionNode[] = regions
  for (const field of FIELD_OF_LEVEL) {
    const node = nodes.find(
      ({ value, level }) => value === place[field] && FIELD_OF_LEVEL[level - 1] === field,
    )
    if (!node) continue
    path.push(node)
    nodes = node.children ?? []
  }
  return path
}

/** Finds paths whose last name contains the text, widest first, at most `limit`. Ended divisions on demand. */
export function findPlaces(
  regions: readonly RegionNode[],
  words: string,
  limit: number,
  withEnded = false,
): RegionNode[][] {
  const found: RegionNode[][] = []
  let layer: RegionNode[][] = regions.map((node) => [node])
  while (layer.length > 0 && found.length < limit) {
    const next: RegionNode[][] = []
    for (const path of layer) {
      const node = path.at(-1)
      if (node?.label.includes(words)) found.push(path)
      for (const child of node?.children ?? []) if (withEnded || !child.endedOn) next.push([...path, child])
    }
    layer = next
  }
  return found.slice(0, limit)
}

export const nameOf = (path: readonly RegionNode[]): string => path.map(({ label }) => label).join(' / ')

/** Nodes of a single code, widest first; empty if unknown. */
export function pathOfCode(regions: readonly RegionNode[], code: string): RegionNode[] {
  for (const node of regions) {
    if (node.value === code) return [node]
    const below = pathOfCode(node.children ?? [], code)
    if (below.length > 0) return [node, ...below]
  }
  return []
}
