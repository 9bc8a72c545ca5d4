import { useQuery } from '@tanstack/react-query'
import { deptKinds } from '@xinchu/contract/rights'
import type { StatisticsGetScaleLayoutQuery } from '@xinchu/sdk'
import { isOtherGroup, type PageLevel, pagePlace, placeCodesIn } from '@xinchu/validators'
import { regionQuery, sessionQueries } from '../../app/session-queries.ts'
import { pathOf } from '../../ui/form/regions.ts'
import { usePorts } from '../../ui/ports.ts'

export type AreaLevel = PageLevel
type RegionGroup = NonNullable<StatisticsGetScaleLayoutQuery['regionGroup']>[number]

const REGION_GROUPS: readonly RegionGroup[] = ['HB', 'DB', 'HD', 'HZ', 'XB', 'NF']

const CODES = ['provinceCode', 'cityCode', 'countyCode'] as const

/**
 * The shown division, from the URL and the user's office.
 * @param hasRegions whether the page can be that of a region that the address names
 */
export function useArea(level: AreaLevel, hasRegions = true) {
  const ports = usePorts()
  const [search, change] = ports.useSearch()
  const asked = hasRegions ? String(search['regionGroup'] ?? '') : ''
  const groups = ports.useDict(level === 'region' || asked ? 'region_group' : undefined)
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
  const province = tree?.find(({ value }) => value === codes.provinceCode)
  // Of those who see more than one region, the address chooses one.
  const askedGroup = REGION_GROUPS.find((each) => each === asked)
  const regionGroup = level === 'region' ? user?.regionGroup : askedGroup
  const ownGroup = level === 'region' ? user?.regionGroup : undefined
  // Of those who see more than one region, an unknown one is said to be unknown.
  const askedGroups =
    level === 'region' ? [asked].filter((each) => each !== '') : askedGroup ? [askedGroup] : []
  // An office of a region sees no other one, whichever its own is.
  const isElsewhere =
    (level === 'region' && asked !== '' && asked !== ownGroup) ||
    isOtherGroup(ownGroup, askedGroups, province?.regionGroup)
  const isInTree = (code: string | undefined) => !code || path.some(({ value }) => value === code)
  const isUnknown =
    !isForeign &&
    ((tree !== undefined && !CODES.every((name) => isInTree(chosen[name]))) ||
      (asked !== '' && askedGroup === undefined))
  const ownName = isOwner ? (user?.deptId === deptKinds.enterprise ? '本企业' : '本集团') : '全国'
  const groupName = groups.find(({ value }) => value === regionGroup)?.label ?? ''
  const wholeName = regionGroup === undefined ? ownName : `${groupName}区域`
  const leave =
    CODES.findLast((name) => chosen[name] !== undefined) ??
    (level !== 'region' && asked ? 'regionGroup' : undefined)
  return {
    codes,
    /** Region that the address names, for the calls. */
    group: level !== 'region' && askedGroup ? { regionGroup: [askedGroup] } : {},
    /** True if the address names a division that there is not. */
    isUnknown,
    /** True if the address names a division outside the user's scope. */
    isOutside: !isUnknown && (isForeign || isElsewhere),
    /** Divisions from the widest to the shown one. */
    path,
    children,
    /** Region whose provinces are shown together. */
    regionGroup: isWhole ? regionGroup : undefined,
    /** Name of the scope; empty until that of a division is known. */
    name: isUnknown ? '' : (here?.label ?? (codes.provinceCode && !tree ? '' : wholeName)),
    /** Whether all of the nation is shown. */
    isNation: level === 'nation' && isWhole && !isOwner && regionGroup === undefined,
    /** Whether the user's whole scope is less than a province: a city, a county or the projects of an owner. */
    isPart: own.cityCode !== undefined || isOwner,
    /** Whether the scope is the projects of a group. Its companies have their own projects alone. */
    isGroup: isOwner && user?.deptId !== deptKinds.enterprise,
    /** Name of the user's whole scope, and of the region of it that the address names. */
    ownName,
    wholeName,
    search,
    set: (name: string, value: string) => change({ ...search, [name]: value || undefined }),
    choose: (next: Readonly<Record<(typeof CODES)[number], string>>) =>
      change({ ...search, ...Object.fromEntries(CODES.map((name) => [name, next[name] || undefined])) }),
    /** Opens a part of the shown division; undefined at the lowest level. */
    open: children.some(({ children: below }) => below?.length)
      ? (code: string) => change({ ...search, [isWhole ? 'provinceCode' : 'cityCode']: code })
      : undefined,
    /** Whether the address may name any division and region. */
    isWide: level !== 'region' && own.provinceCode === undefined,
    /** How many divisions of the path are the user's own. */
    ownDepth: Object.keys(own).length,
    /** Goes one division up; undefined at the user's own. */
    leave: leave && (() => change({ ...search, [leave]: undefined })),
  }
}

export type Area = ReturnType<typeof useArea>
