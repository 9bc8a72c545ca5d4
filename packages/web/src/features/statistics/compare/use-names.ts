import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { regionQuery } from '../../../app/session-queries.ts'
import { usePorts } from '../../../ui/ports.ts'

export interface PlaceName {
  /** Full name, as in the outlines. */
  name: string
  short: string
  group: { key: string; name: string } | undefined
  position: readonly [lng: number, lat: number] | undefined
  parent: string | undefined
}

/** Names of divisions by code, with their regions. */
export function useNames(): ReadonlyMap<string, PlaceName> {
  const { data: tree } = useQuery(regionQuery)
  const groups = usePorts().useDict('region_group')
  return useMemo(() => {
    const names = new Map<string, PlaceName>()
    const add = (nodes: NonNullable<typeof tree>) => {
      for (const { value, label, shortName = label, regionGroup, lng, lat, parentCode, children } of nodes) {
        const group = groups.find((each) => each.value === regionGroup)
        names.set(value, {
          name: label,
          short: shortName,
          group: regionGroup && { key: regionGroup, name: group?.label ?? regionGroup },
          position: lng === undefined || lat === undefined ? undefined : [lng, lat],
          parent: parentCode,
        })
        if (children) add(children)
      }
    }
    add(tree ?? [])
    return names
  }, [tree, groups])
}
