import type { Grants } from './grants.ts'
import { menuOf, SCREENS, type ScreenKey } from './screens.ts'

type Search = Readonly<Record<string, string | number>>

/** What an address is about, and what its reader does with it. `search` is what the screen is opened with. */
export type Target = {
  [K in ScreenKey]: K extends `${infer Kind}.${infer Purpose}`
    ? { kind: Kind; purpose: Purpose; id?: number; search?: Search }
    : never
}[ScreenKey]

const templatesOf = ({ kind, purpose }: Pick<Target, 'kind' | 'purpose'>): readonly [string, ...string[]] =>
  SCREENS[`${kind}.${purpose}` as ScreenKey] // every target is made of a key

function filled(template: string, { id, search = {} }: Pick<Target, 'id' | 'search'>): string {
  const address = template.replace(':id', String(id))
  const words = Object.entries(search).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return words.length > 0 ? `${address}${address.includes('?') ? '&' : '?'}${words.join('&')}` : address
}

const isOpen = (template: string, grants: Grants): boolean => {
  const menu = menuOf(template)
  return menu === undefined || grants.has(menu)
}

/** The usual address of a target, whoever reads it. */
export const addressOf = (target: Target): string => filled(templatesOf(target)[0], target)

/** Which record a target is about. */
type About = Pick<Target, 'id' | 'search'>

/**
 * Returns the address at which a reader opens each target of a kind: the first that his menus open; undefined if they open
 * none.
 */
export function linksTo(
  target: Pick<Target, 'kind' | 'purpose'>,
  grants: Grants,
): ((about: About) => string) | undefined {
  const template = templatesOf(target).find((each) => isOpen(each, grants))
  return template === undefined ? undefined : (about) => filled(template, about)
}

/** The address at which a reader opens a target; undefined if his menus open none. */
export const linkTo = (target: Target, grants: Grants): string | undefined =>
  linksTo(target, grants)?.(target)

/** Path and parameters of a template, for comparison with an address. */
const shapeOf = (template: string) => {
  const [path = ''] = template.split('?')
  return new RegExp(`^${path.replace(/:\w+/, '[^/?]+')}$`)
}

const templates = Object.values(SCREENS).map((list) => ({
  list: list as readonly string[],
  shapes: list.map(shapeOf),
}))

/**
 * The address at which a reader opens what is stored with a usual address, such as a message: that address, another for
 * the same purpose, or undefined if the reader's menus open none. Addresses that no target has are of people, who
 * answer for them.
 */
export function linkFor(address: string, grants: Grants): string | undefined {
  const [path = '', query] = address.split('?')
  const known = templates.find(({ shapes }) => shapes[0]?.test(path))
  if (!known) return address
  const [own, ...others] = known.list
  if (own !== undefined && isOpen(own, grants)) return address
  const other = others.find((each) => isOpen(each, grants))?.split('?')[0]
  if (other === undefined) return undefined
  return query === undefined ? other : `${other}?${query}`
}
