import type { RegionNode } from '../ports.ts'

/** Codes of a place, from the widest to the narrowest; '' where none is chosen. */
export interface Place {
  provinceCode: string
  cityCode: string
  countyCode: string
}

const FIELD_OF_LEVEL = ['provinceCode', 'cityCode', 'countyCode'] as const
export const NOWHERE: Place = { provinceCode: '', cityCode: '', countyCode: '' }

/** The place that ends in the last of these nodes. A county straight under a province has no city. */
export function placeOf(path: readonly RegionNode[]): Place {
  const place = { ...NOWHERE }
  for (const { level, value } of path) {
    const field = FIELD_OF_LEVEL[level - 1]
    if (field) place[field] = value
  }
  return place
}

/** The nodes of a place, from the widest; ends early where a code is unknown. */
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

/** Paths whose last name holds the words, widest first; at most `limit`. */
export function findPlaces(regions: readonly RegionNode[], words: string, limit: number): RegionNode[][] {
  const found: RegionNode[][] = []
  let layer: RegionNode[][] = regions.map((node) => [node])
  while (layer.length > 0 && found.length < limit) {
    const next: RegionNode[][] = []
    for (const path of layer) {
      const node = path.at(-1)
      if (node?.label.includes(words)) found.push(path)
      for (const child of node?.children ?? []) next.push([...path, child])
    }
    layer = next
  }
  return found.slice(0, limit)
}

export const nameOf = (path: readonly RegionNode[]): string => path.map(({ label }) => label).join(' / ')

/** The nodes down to a single code, from the widest; none where the code is unknown. */
export function pathOfCode(regions: readonly RegionNode[], code: string): RegionNode[] {
  for (const node of regions) {
    if (node.value === code) return [node]
    const below = pathOfCode(node.children ?? [], code)
    if (below.length > 0) return [node, ...below]
  }
  return []
}
