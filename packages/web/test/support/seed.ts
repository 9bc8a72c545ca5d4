import { dictionaries } from '@xinchu/contract/dictionaries'
import { example, type ReplyOf } from '@xinchu/testing'
import { sampleAccounts } from '../../../sample/src/accounts.ts'
import { grants, type MenuKey, menuGroups, menus, titlesFor } from '../../../server/src/seed/menus.ts'
import { regionSeeds } from '../../../server/src/seed/regions.ts'
import { permissions, roles } from '../../../server/src/seed/roles.ts'

type AuthInfo = ReplyOf<'getAuthInfo'>
type MenuRoute = ReplyOf<'buildMenus'>[number]
type Region = ReplyOf<'getChinaDictTree'>[number]

/** @throws Error for a name that the demonstration does not have */
function accountOf(username: string) {
  const account = sampleAccounts.find((each) => each.username === username)
  if (!account) throw new Error(`the demonstration has no account ${username}`)
  return account
}

type Account = ReturnType<typeof accountOf>

const grantedTo = <Row extends { deptId: number; roleId: number }>(
  { deptId, roleId }: Account,
  rows: readonly Row[],
) => rows.filter((row) => row.deptId === deptId && (row.roleId === 0 || row.roleId === roleId))

/** The current user and his permissions, as the seed tables have them. */
export function infoOf(username: string): AuthInfo {
  const account = accountOf(username)
  const { deptId, roleId, regionCode } = account
  const { user } = example('getAuthInfo')
  const role = roles.find(([id]) => id === roleId)
  const rows = permissions.map(([dept, id, granted]) => ({ deptId: dept, roleId: id, granted }))
  const dept = dictionaries.dept_kind.values.find(({ value }) => value === String(deptId))
  return {
    user: {
      ...user,
      id: sampleAccounts.indexOf(account) + 1,
      username,
      realName: account.realName,
      deptId: deptId as NonNullable<AuthInfo['user']['deptId']>, // a department of the contract
      dept: { id: deptId, name: dept?.label ?? '' } as NonNullable<AuthInfo['user']['dept']>, // as above
      companyName: account.orgName,
      orgName: account.orgName,
      ...(regionCode ? placeOf(regionCode) : {}),
      ...(account.ownerGroup ? { ownerGroupId: 1 } : {}),
      roles: role
        ? [{ id: role[0], name: role[1], level: role[2], dataScope: role[3] as 'nation', flag: 'not' }] // a value of the dictionary
        : [],
    },
    roles: grantedTo(account, rows).flatMap(({ granted }) => granted),
    dataScopes: [],
  }
}

function placeOf(regionCode: string) {
  const region = regionSeeds().find(({ code }) => code === regionCode)
  if (!region) return { regionCode }
  return {
    regionCode,
    regionName: region.name,
    provinceCode: region.province_code,
    ...(region.city_code ? { cityCode: region.city_code } : {}),
    ...(region.county_code ? { countyCode: region.county_code } : {}),
  }
}

/** The menus of an account as the server builds them from the seed tables. */
export function menusOf(username: string): MenuRoute[] {
  const account = accountOf(username)
  const places = new Map<string, number>()
  for (const grant of grantedTo(account, grants))
    for (const [index, key] of grant.menus.split(' ').entries())
      places.set(key, Math.min(index, places.get(key) ?? index))
  const pages = [...places]
    .sort(([, a], [, b]) => a - b)
    .map(([key, index]) => {
      const menu = menus[key as MenuKey] // the seed's own keys
      const title = titlesFor[`${account.deptId}/${key}`] ?? menu.title
      const meta = {
        title,
        icon: menu.icon,
        ...('noCache' in menu ? { noCache: true } : {}),
        ...(index === 0 ? { affix: true } : {}),
        ...('activeMenu' in menu ? { activeMenu: menu.activeMenu } : {}),
      }
      const [, group = '', ...rest] = menu.path.split('/')
      return { key, group, rest: rest.join('/'), meta, hidden: 'hidden' in menu }
    })
  const folders = menuGroups.flatMap(([path, title, icon]): MenuRoute[] => {
    const children = pages
      .filter(({ group }) => group === path)
      .map(({ key, rest, meta, hidden }) => ({ name: key, path: rest, component: key, hidden, meta }))
    if (children.length === 0) return []
    return [{ path: `/${path}`, component: 'Layout', alwaysShow: true, meta: { title, icon }, children }]
  })
  const groups = new Set<string>(menuGroups.map(([path]) => path))
  const alone = pages
    .filter(({ group }) => !groups.has(group))
    .map(({ key, group, rest, meta }): MenuRoute => {
      const child = { name: key, path: rest, component: key, meta }
      return { path: `/${group}`, component: 'Layout', children: [child] }
    })
  return [...alone, ...folders]
}

/** The entries of dictionaries as the contract first fills them. */
export function dictsOf(names: readonly string[]): ReplyOf<'getDictMap'> {
  const known = Object.entries(dictionaries).filter(([name]) => names.includes(name))
  return Object.fromEntries(
    known.map(([name, { values }]) => [
      name,
      values.map(({ value, label, parent }, index) => ({
        id: index + 1,
        dict: { id: 1, name },
        dictName: name,
        value,
        label,
        dictSort: index + 1,
        enabled: true,
        ...(parent ? { parent } : {}),
      })),
    ]),
  )
}

/** Ningxia with its cities and counties; the whole country would be drawn for no test. */
export function regionTree(): ReplyOf<'getChinaDictTree'> {
  const seeds = regionSeeds().filter(({ province_code }) => province_code === '640000')
  const below = (parent: string | null): Region[] =>
    seeds
      .filter(({ parent_code }) => parent_code === parent)
      .map(({ code, name, level }) => {
        const children = below(code)
        return { value: code, label: name, level, ...(children.length > 0 ? { children } : {}) }
      })
  return below(null)
}
