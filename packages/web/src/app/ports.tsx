import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCallback, useContext, useEffect } from 'react'
import { oncePer } from '../lib/once-per.ts'
import { type Choice, type Ports, PortsProvider, type RegionNode, type Search } from '../ui/ports.ts'
import { loadDictOf } from './dict-loader.ts'
import { queryKeys } from './query-keys.ts'
import { useSavedFilters } from './saved-filters.ts'
import { sdkOf } from './sdk.ts'
import { regionQuery, sessionQueries } from './session-queries.ts'
import { ViewContext } from './views/view-context.ts'
import { useViewStore } from './views/view-store.ts'
import { pathOf } from './views/views.ts'

/** Public pages are outside the frame and its views. */
const NO_VIEW: { key: string; search: Search; href: string } = { key: '', search: {}, href: '.' }
const NO_CHOICES: readonly Choice[] = []
const NO_REGIONS: readonly RegionNode[] = []

const dictEntries = (name: string) =>
  queryOptions({
    queryKey: [...queryKeys.dicts, name],
    queryFn: ({ client }) => loadDictOf(client)(name),
    staleTime: 600_000,
  })

const ownerChoices = queryOptions({
  queryKey: ['owners'],
  queryFn: async ({ client, signal }): Promise<readonly Choice[]> => {
    const owners = await sdkOf(client).owners.list({}, { signal })
    return owners.map(({ id, label }) => ({ value: String(id), label }))
  },
  staleTime: 600_000,
})

// Files never change. A few stay in memory while a reviewer goes back and forth.
const fileContent = (id: number) =>
  queryOptions({
    queryKey: ['file', id],
    queryFn: async ({ client, signal }) => (await sdkOf(client).files.download(id, { signal })).blob,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

const userKeyOf = (client: QueryClient) =>
  String(client.getQueryData(sessionQueries.info.queryKey)?.user.id ?? 'guest')

const hooks: Omit<Ports, 'userKey' | 'homeProvince' | 'paper' | 'unsaved' | 'files'> = {
  useSearch() {
    const { key, search, href } = useContext(ViewContext) ?? NO_VIEW
    const views = useViewStore()
    const to = pathOf(href)
    const navigate = useNavigate()
    const change = useCallback(
      (next: Search) => {
        // A late answer must not bring back the view that was left.
        if (views.unsaved.isShown(key))
          void navigate({ to, search: next as never }) // the search of the view's route
        else views.search(key, next)
      },
      [key, to, navigate, views],
    )
    return [search, change]
  },

  useDict(name) {
    const { data } = useQuery({ ...dictEntries(name ?? ''), enabled: name !== undefined })
    return data ?? NO_CHOICES
  },

  useRegions(isNeeded) {
    const { data } = useQuery({ ...regionQuery, enabled: isNeeded })
    return data ?? NO_REGIONS
  },

  useOwners(isNeeded) {
    const { data } = useQuery({ ...ownerChoices, enabled: isNeeded })
    return data ?? NO_CHOICES
  },

  useSavedFilters,

  useUnsaved(isUnsaved) {
    // Switching views keeps input. Only closing the tag or the page loses it.
    const { key } = useContext(ViewContext) ?? NO_VIEW
    const { unsaved } = useViewStore()
    useEffect(() => unsaved.watch(key, isUnsaved), [key, isUnsaved, unsaved])
  },
}

const portsOf = oncePer((client: QueryClient): Ports => {
  const userKey = () => userKeyOf(client)
  const late = async () => (await import('./late-ports.ts')).latePorts(client, userKey())
  return {
    ...hooks,
    userKey,
    homeProvince: () => client.getQueryData(sessionQueries.info.queryKey)?.user.provinceCode,
    paper: async () => (await late()).paper(),
    unsaved: async () => (await import('./unsaved.ts')).engineOf(client),
    files: {
      upload: async (...asked) => (await late()).upload(...asked),
      cancelUpload: async (id) => (await late()).cancelUpload(id),
      useContent(id) {
        const { data, error, refetch } = useQuery({ ...fileContent(id ?? 0), enabled: id !== undefined })
        return { blob: data, error: error ?? undefined, again: () => void refetch() }
      },
      download: async (id) => (await late()).download(id),
      remove: async (id) => (await late()).remove(id),
    },
  }
})

/** Provides tables and forms with the portal's services. */
export function AppPorts({ children }: { children: ReactNode }) {
  return <PortsProvider value={portsOf(useQueryClient())}>{children}</PortsProvider>
}
