import type { Choice, Ports, RegionNode } from '../src/ui/ports.ts'

const NONE: readonly never[] = []

interface Sources {
  dicts?: Readonly<Record<string, readonly Choice[]>>
  regions?: readonly RegionNode[]
}

/** Ports over what a test gives, for tables and forms that stand by themselves. */
export function samplePorts({ dicts = {}, regions = NONE }: Sources = {}): Ports {
  return {
    homeProvince: () => undefined,
    userKey: () => 'sample',
    useSearch: () => [{}, () => undefined],
    useDict: (name) => (name && dicts[name]) || NONE,
    useRegions: () => regions,
    useOwners: () => NONE,
    useSavedFilters: () => ({
      all: NONE,
      save: () => Promise.resolve(false),
      rename: () => Promise.resolve(false),
      remove: () => Promise.resolve(false),
    }),
    useUnsaved: () => undefined,
    paper: () => Promise.resolve({ platform: '平台', by: '', note: '', isSample: true }),
    unsaved: () => new Promise(() => undefined),
    files: {
      upload: () => Promise.reject(new Error('不可用')),
      cancelUpload: () => Promise.resolve(),
      useContent: () => ({ blob: undefined, error: undefined, again: () => undefined }),
      download: () => Promise.resolve(),
      remove: () => Promise.resolve(),
    },
  }
}
