import type { Search } from '../../ui/ports.ts'

/** A page that was visited: what its tag shows, and what its screen is given. */
export interface View {
  /** Tells views apart: the same page with other parameters is another view. */
  key: string
  /** The screen, by the pattern of its address. */
  screen: string
  params: Readonly<Record<string, string>>
  search: Search
  /** The whole address. */
  href: string
  title: string
  affix: boolean
  noCache: boolean
  /** Counts refreshes: a view with another number is drawn anew. */
  round: number
}

export type Visit = Omit<View, 'round'>

const replaceAt = (views: readonly View[], at: number, view: View): View[] => views.with(at, view)

/** Notes a visit: a known view gets its latest address, a new one stands last. */
export function visited(views: readonly View[], visit: Visit): readonly View[] {
  const at = views.findIndex(({ key }) => key === visit.key)
  const known = views[at]
  if (!known) return [...views, { ...visit, round: 0 }]
  const isSame = known.href === visit.href && known.affix === visit.affix && known.noCache === visit.noCache
  // A title that the page gave itself outlives further visits.
  return isSame ? views : replaceAt(views, at, { ...visit, title: known.title, round: known.round })
}

/** Without one view; one that is pinned stays. */
export const closed = (views: readonly View[], key: string): readonly View[] =>
  views.filter((view) => view.affix || view.key !== key)

export const closedOthers = (views: readonly View[], key: string): readonly View[] =>
  views.filter((view) => view.affix || view.key === key)

export const closedAll = (views: readonly View[]): readonly View[] => views.filter(({ affix }) => affix)

/** A view that is drawn anew; what was typed in it is gone. */
export const refreshed = (views: readonly View[], key: string): readonly View[] =>
  views.map((view) => (view.key === key ? { ...view, round: view.round + 1 } : view))

export const titled = (views: readonly View[], key: string, title: string): readonly View[] => {
  const at = views.findIndex((view) => view.key === key)
  const view = views[at]
  return view && view.title !== title ? replaceAt(views, at, { ...view, title }) : views
}

/** Where to go when the shown view was closed: the neighbour that moved into its place, or the last. */
export function nextAfter(before: readonly View[], after: readonly View[], shown: string): View | undefined {
  if (after.some(({ key }) => key === shown)) return undefined
  const at = before.findIndex(({ key }) => key === shown)
  return after[Math.min(at, after.length - 1)]
}

export const MOST_KEPT = 15

/**
 * The views that are kept drawn: the shown one and those last seen, up to a bound; one with unsaved input is never
 * given up for the bound.
 * @param seen keys, the last seen first
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
  // A page that is not to be kept is still kept while it holds what nobody has saved.
  for (const { key, noCache } of views) if (noCache && isUnsaved(key)) kept.add(key)
  return kept
}

const rank = (seen: readonly string[], key: string): number => {
  const at = seen.indexOf(key)
  return at === -1 ? Number.MAX_SAFE_INTEGER : at
}
