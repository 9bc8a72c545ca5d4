import { parseSearch, readListSearch, stringifySearch } from '../../lib/list-search.ts'
import type { Search } from '../../ui/ports.ts'

/** A visited page: title of its tag and parameters of its screen. */
export interface View {
  /** Key of the view. The same page with other parameters is another view. */
  key: string
  /** Path pattern of the screen. */
  screen: string
  params: Readonly<Record<string, string>>
  search: Search
  /** Full URL. */
  href: string
  title: string
  affix: boolean
  noCache: boolean
  /** Refresh counter. A view with another number is remounted. */
  round: number
}

export type Visit = Omit<View, 'round'>

const replaceAt = (views: readonly View[], at: number, view: View): View[] => views.with(at, view)

/** Records a visit: a known view gets its latest URL, a new one is appended. */
export function visited(views: readonly View[], visit: Visit): readonly View[] {
  const at = views.findIndex(({ key }) => key === visit.key)
  const known = views[at]
  if (!known) return [...views, { ...visit, round: 0 }]
  const isSame = known.href === visit.href && known.affix === visit.affix && known.noCache === visit.noCache
  // A title set by the page survives further visits.
  return isSame ? views : replaceAt(views, at, { ...visit, title: known.title, round: known.round })
}

/** Removes a view, unless it is pinned. */
export const closed = (views: readonly View[], key: string): readonly View[] =>
  views.filter((view) => view.affix || view.key !== key)

export const closedOthers = (views: readonly View[], key: string): readonly View[] =>
  views.filter((view) => view.affix || view.key === key)

export const closedAll = (views: readonly View[]): readonly View[] => views.filter(({ affix }) => affix)

/** Refreshes a view. Its input is lost. */
export const refreshed = (views: readonly View[], key: string): readonly View[] =>
  views.map((view) => (view.key === key ? { ...view, round: view.round + 1 } : view))

export const titled = (views: readonly View[], key: string, title: string): readonly View[] => {
  const at = views.findIndex((view) => view.key === key)
  const view = views[at]
  return view && view.title !== title ? replaceAt(views, at, { ...view, title }) : views
}

/** Path of a view's URL. */
export const pathOf = (href: string): string => href.split('?', 1)[0] ?? href

/** Sets a view's search. */
export const searched = (views: readonly View[], key: string, search: Search): readonly View[] =>
  views.map((view) => {
    if (view.key !== key) return view
    const text = stringifySearch(search)
    return { ...view, search: readListSearch(parseSearch(text)), href: pathOf(view.href) + text }
  })

/** View to show after closing the current one: the one that moved into its place, or the last. */
export function nextAfter(before: readonly View[], after: readonly View[], shown: string): View | undefined {
  if (after.some(({ key }) => key === shown)) return undefined
  const at = before.findIndex(({ key }) => key === shown)
  return after[Math.min(at, after.length - 1)]
}

export const MOST_KEPT = 15

/**
 * Views to keep mounted: the current and the most recently shown, up to a limit. Views with unsaved input do not count
 * against the limit.
 * @param seen keys, most recently shown first
 */
export function keptKeys(
  views: readonly View[],
  shown: string,
  seen: readonly string[],
  isUnsaved: (key: string) => boolean,
): ReadonlySet<string> {
  const kept = new Set([shown])
  const candidates = views.filter(({ key, noCache }) => key !== shown && !noCache)
  const order = candidates.toSorted((a, b) => rank(seen, a.key) - rank(seen, b.key))
  for (const { key } of order) if (kept.size < MOST_KEPT || isUnsaved(key)) kept.add(key)
  // An unkept page is still kept while it has unsaved input.
  for (const { key, noCache } of views) if (noCache && isUnsaved(key)) kept.add(key)
  return kept
}

const rank = (seen: readonly string[], key: string): number => {
  const at = seen.indexOf(key)
  return at === -1 ? Number.MAX_SAFE_INTEGER : at
}
