import { createContext, useContext } from 'react'

/** One value of a dictionary; `parent` is the value of the wider dictionary that it belongs to. */
export interface Choice {
  value: string
  label: string
  parent?: string
  /** Not where it is false: then it only names what older records hold, and is not to be chosen. */
  enabled?: boolean
}

/** A province (1), city (2) or county (3). */
export interface RegionNode {
  value: string
  label: string
  level: number
  children?: readonly RegionNode[]
}

/** A file that the platform keeps. */
export interface StoredFile {
  id: number
  fileName: string
  size: number
  bizType: string
  uploadTime?: string
}

export type Search = Readonly<Record<string, string | number | undefined>>

/** Conditions, and the order, that a user has given a name. */
export interface SavedFilter {
  id: number
  name: string
  /** As the address holds them. */
  texts: Readonly<Record<string, string>>
}

/** The named conditions of one list, and what can be done with them; a refusal is told, and answered with false. */
export interface SavedFilters {
  /** None while they are on their way. */
  all: readonly SavedFilter[] | undefined
  /** Puts conditions under a name, in place of those that had it. */
  save(name: string, texts: SavedFilter['texts']): Promise<boolean>
  rename(id: number, name: string): Promise<boolean>
  remove(id: number): Promise<boolean>
}

/**
 * What tables and forms need of the application: they know neither its calls nor its router.
 * Members named use… are hooks and stay the same for the life of the page.
 */
export interface Ports {
  /** Whose drafts and table layouts these are. */
  userKey(): string
  /** The search of the screen that is shown, and how to change it. */
  useSearch(): readonly [search: Search, change: (next: Search) => void]
  /** The values of a dictionary; none while they load, or without a name. */
  useDict(name: string | undefined): readonly Choice[]
  useRegions(isNeeded: boolean): readonly RegionNode[]
  useOwners(isNeeded: boolean): readonly Choice[]
  /** The user's own conditions of a list of this name. */
  useSavedFilters(list: string): SavedFilters
  /** Whether leaving this screen loses input; asked when it is left, so give the same function at each drawing. */
  useUnsaved(isUnsaved: () => boolean): void
  files: {
    upload(
      file: File,
      bizType: string,
      onProgress: (part: number) => void,
      signal: AbortSignal,
    ): Promise<StoredFile>
    /** Saves the file on the user's machine. */
    download(id: number): Promise<void>
    remove(id: number): Promise<void>
  }
}

const PortsContext = createContext<Ports | undefined>(undefined)

export const PortsProvider = PortsContext.Provider

/** @throws Error outside of a PortsProvider */
export function usePorts(): Ports {
  const ports = useContext(PortsContext)
  if (!ports) throw new Error('tables and forms stand inside a PortsProvider')
  return ports
}
