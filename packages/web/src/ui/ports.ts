import { createContext, useContext } from 'react'
import type { Engine } from '../lib/edits/engine.ts'

/** One dictionary value. `parent` is the value of the parent dictionary. */
export interface Choice {
  value: string
  label: string
  parent?: string
  /** False for a retired value, which only labels older records and cannot be chosen. */
  enabled?: boolean
}

/** A province (1), city (2) or county (3). */
export interface RegionNode {
  value: string
  label: string
  level: number
  /** Day on which it was merged into another one. It can no longer be chosen. */
  endedOn?: string
  successorCode?: string
  children?: readonly RegionNode[]
}

/** Unsaved input of a form: none, some, or a number of fields. */
export type Unsaved = boolean | UnsavedFields

export interface UnsavedFields {
  fields: number
  /** Its author finds it again. */
  isKept: boolean
  /** Deletes what is kept of it. */
  discard: () => void
}

/** A file on the platform. */
export interface StoredFile {
  id: number
  fileName: string
  size: number
  bizType: string
  uploadTime?: string
  /** Digest of the content. */
  sha256?: string
}

/** The content of a file while it is shown. */
export interface FileContent {
  blob: Blob | undefined
  error: Error | undefined
  /** Refetches it after an error. */
  again(): void
}

/** Purpose of an uploaded file. */
export interface UploadPlace {
  bizType: string
  /** The record that the file is attached to immediately. */
  bizId: number | undefined
}

export interface UploadWatch {
  /** Called with the progress from 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

export type Search = Readonly<Record<string, string | number | undefined>>

/** A user's saved filters and sort order. */
export interface SavedFilter {
  id: number
  name: string
  /** In URL form. */
  texts: Readonly<Record<string, string>>
}

/** Saved filters of one list and their actions. A refusal is shown, and the action returns false. */
export interface SavedFilters {
  /** Undefined while loading. */
  all: readonly SavedFilter[] | undefined
  /** Saves filters under a name, replacing earlier ones. */
  save(name: string, texts: SavedFilter['texts']): Promise<boolean>
  rename(id: number, name: string): Promise<boolean>
  remove(id: number): Promise<boolean>
}

/** Words around each printed page. */
export interface PaperWords {
  platform: string
  /** Office, person and time. */
  by: string
  /** What every page of the platform says. */
  note: string
  /** Whether the platform has sample data. */
  isSample: boolean
}

/**
 * Services of the application for tables and forms, which know neither its calls nor its router.
 * Members named use… are hooks and are stable for the life of the page.
 */
export interface Ports {
  /** User id that owns drafts and table layouts. */
  userKey(): string
  /** Search of the current screen and its setter. */
  useSearch(): readonly [search: Search, change: (next: Search) => void]
  /** Values of a dictionary; empty while loading or without a name. */
  useDict(name: string | undefined): readonly Choice[]
  /** Province of the user's office; undefined for nationwide offices. */
  homeProvince(): string | undefined
  useRegions(isNeeded: boolean): readonly RegionNode[]
  useOwners(isNeeded: boolean): readonly Choice[]
  /** The user's saved filters of a list. */
  useSavedFilters(list: string): SavedFilters
  /** Registers a check whether leaving the screen loses input. The function must be stable. */
  useUnsaved(isUnsaved: () => Unsaved): void
  /** Words of printed pages, as of now. */
  paper(): Promise<PaperWords>
  /** Keeps unsaved input of forms. */
  unsaved(): Promise<Engine>
  files: {
    /** Uploads a file. An interrupted large one continues where it ended. */
    upload(file: File, target: UploadPlace, watch: UploadWatch): Promise<StoredFile>
    /** Discards an unfinished upload. */
    cancelUpload(id: number): Promise<void>
    /** Content of a file while the component is shown. Undefined fetches nothing. */
    useContent(id: number | undefined): FileContent
    /** Downloads a file. */
    download(id: number): Promise<void>
    remove(id: number): Promise<void>
  }
}

const PortsContext = createContext<Ports | undefined>(undefined)

export const PortsProvider = PortsContext.Provider

/** @throws Error outside a PortsProvider */
export function usePorts(): Ports {
  const ports = useContext(PortsContext)
  if (!ports) throw new Error('tables and forms stand inside a PortsProvider')
  return ports
}
