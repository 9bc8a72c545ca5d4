import { useQuery } from '@tanstack/react-query'
import { deptKinds } from '@xinchu/contract/rights'
import { type PageLevel, pagePlace, placeCodesIn } from '@xinchu/validators'
import { regionQuery, sessionQueries } from '../../app/session-queries.ts'
import { pathOf } from '../../ui/form/regions.ts'
import { usePorts } from '../../ui/ports.ts'

export type AreaLevel = PageLevel

const CODES = ['provinceCode', 'cityCode', 'countyCode'] as const

/** Text where figures would be, if the address names a division outside the user's scope. */
export const OUTSIDE = '该地区不在您的数据范围'

/** The shown division, from the URL and the user's office. */
export function useArea(level: AreaLevel) {
  const ports = usePorts()
  const [search, change] = ports.useSearch()
  const groups = ports.useDict(level === 'region' ? 'region_group' : undefined)
  const { data: info } = useQuery(sessionQueries.info)
  const { data: tree } = useQuery(regionQuery)
  const user = info?.user
  // Enterprises and groups have projects outside the place of their registration.
  const isOwner = user?.deptId === deptKinds.enterprise || user?.ownerGroupId !== undefined
  const inPlace = user && !isOwner ? placeCodesIn(user) : undefined
  const { own, chosen, codes, isForeign } = pagePlace(search, level, inPlace)
  const place = { provinceCode: '', cityCode: '', countyCode: '', ...codes }
  const path = pathOf(tree ?? [], place)
  const here = path.at(-1)
  const children = here ? (here.children ?? []) : (tree ?? [])
  const isWhole = path.length === 0
  const group = tree?.find(({ value }) => value === codes.provinceCode)?.regionGroup
  const isOtherGroup = level === 'region' && group !== undefined && group !== user?.regionGroup
  const scopeName = () => {
    if (level === 'region')
      return `${groups.find(({ value }) => value === user?.regionGroup)?.label ?? ''}区域`
    if (isOwner) return user?.deptId === deptKinds.enterprise ? '本企业' : '本集团'
    return '全国'
  }
  const leave = CODES.findLast((name) => chosen[name] !== undefined)
  return {
    codes,
    /** True if the address names a division outside the user's scope. */
    isOutside: isForeign || isOtherGroup,
    /** Divisions from the widest to the shown one. */
    path,
    children,
    /** Region whose provinces are shown together. */
    regionGroup: level === 'region' && isWhole ? user?.regionGroup : undefined,
    /** Name of the scope; empty until that of a division is known. */
    name: here?.label ?? (codes.provinceCode && !tree ? '' : scopeName()),
    /** Whether all of the nation is shown. */
    isNation: level === 'nation' && isWhole && !isOwner,
    /** Whether the user's whole scope is less than a province: a city, a county or the projects of an owner. */
    isPart: own.cityCode !== undefined || isOwner,
    /** Whether the scope is the projects of a group. Its companies have their own projects alone. */
    isGroup: isOwner && user?.deptId !== deptKinds.enterprise,
    /** Name of the user's whole scope. */
    wholeName: scopeName(),
    search,
    set: (name: string, value: string) => change({ ...search, [name]: value || undefined }),
    choose: (next: Readonly<Record<(typeof CODES)[number], string>>) =>
      change({ ...search, ...Object.fromEntries(CODES.map((name) => [name, next[name] || undefined])) }),
    /** Opens a part of the shown division; undefined at the lowest level. */
    open: children.some(({ children: below }) => below?.length)
      ? (code: string) => change({ ...search, [isWhole ? 'provinceCode' : 'cityCode']: code })
      : undefined,
    /** Goes one division up; undefined at the user's own. */
    leave: leave && (() => change({ ...search, [leave]: undefined })),
  }
}

export type Area = ReturnType<typeof useArea>
