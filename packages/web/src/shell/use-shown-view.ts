import { useRouterState } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { leavesOf, type MenuItem } from '../app/menus.ts'
import { type Screen, screenAt } from '../app/screens.ts'
import { useViewStore, useViews } from '../app/views/view-store.ts'
import type { Visit } from '../app/views/views.ts'
import { stringifySearch } from '../lib/list-search.ts'

/** Menu of a screen: its own, or the one whose grant opens it. */
export function menuOf(screen: Screen, leaves: readonly MenuItem[]): MenuItem | undefined {
  return leaves.find(({ path }) => screenAt(path) === screen)
}

interface Match {
  fullPath: string
  pathname: string
  params: Readonly<Record<string, string>>
  search: Readonly<Record<string, string | number | undefined>>
}

function keyOf({ pathname, search }: Match, { identity = [], viewOf }: Screen): string {
  const own = identity.flatMap((name) => (search[name] === undefined ? [] : [`${name}=${search[name]}`]))
  return [viewOf ?? pathname, ...own].join('?')
}

/** The URL's page as a visit, with the path of its menu. */
export function useShownView(tree: readonly MenuItem[]): (Visit & { place: string }) | undefined {
  const match = useRouterState({ select: ({ matches }) => matches.at(-1) as unknown as Match }) // every screen's search is read alike
  const leaves = useMemo(() => leavesOf(tree), [tree])
  const screen = screenAt(match.fullPath)
  if (!screen) return undefined
  const item = menuOf(screen, leaves)
  // A detail belongs to the list that it was opened from.
  const listed = (address: unknown) => leaves.find(({ path, hidden }) => !hidden && path === address)
  const origin = listed(match.search['from']) ?? listed(screen.under)
  return {
    place: origin?.path ?? item?.activeMenu ?? item?.path ?? screen.grantedBy ?? match.pathname,
    key: keyOf(match, screen),
    screen: screen.viewOf ?? screen.path,
    params: match.params,
    search: match.search,
    // The router's location may be of another page: a match is shown before its page has loaded.
    href: match.pathname + stringifySearch(match.search),
    title: item?.title ?? screen.title ?? '',
    affix: item?.affix ?? false,
    noCache: item?.noCache ?? false,
  }
}

/** Records the visit after rendering, because views are external state. */
export function useVisit(visit: Visit | undefined): void {
  const store = useViewStore()
  // The first one before it, so that the page comes with its frame. Nothing shows views yet.
  useState(() => visit && store.visit(visit))
  const { key, href } = visit ?? {}
  const { returns } = useViews()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a visit is its key and address; the rest follows from them
  useEffect(() => {
    if (visit) store.visit(visit)
  }, [key, href, returns, store])
}
