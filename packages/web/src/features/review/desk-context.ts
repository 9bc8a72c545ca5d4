import { createContext, useContext } from 'react'
import type { RemarkDraft } from '../../records/portal-kind.ts'
import type { DraftStore, Entry } from './drafts.ts'
import type { OpenRecord } from './use-record.ts'

/** A remark that is being written. */
export interface Asking {
  /** Position in the list of drafts; undefined for a new one. */
  index?: number
  field?: string
  /** The remark that is asked again. */
  remarkId?: number
  caption: string
  kind?: string
  value?: string
  /** Value before the change. */
  before?: string
  /** Text of the thread so far. */
  earlier?: string
  text: string
}

interface DeskParts {
  open: OpenRecord
  entry: Entry
  change: (change: Parameters<DraftStore['change']>[1]) => void
  asking: Asking | undefined
  ask: (asking: Asking | undefined) => void
  /** Announces to assistive technology. */
  say: (text: string) => void
  /** Opens the preview of attachments. */
  preview: (id: number) => void
}

const DeskContext = createContext<DeskParts | undefined>(undefined)

export const DeskProvider = DeskContext.Provider

/** @throws Error outside the desk */
export function useDeskParts(): DeskParts {
  const parts = useContext(DeskContext)
  if (!parts) throw new Error('parts of a record stand inside the desk')
  return parts
}

/** Key of an unfinished text: its field, or the thread. */
export const typingKey = ({ field, remarkId }: Pick<Asking, 'field' | 'remarkId'>): string =>
  remarkId === undefined ? (field ?? 'whole') : `remark-${remarkId}`

/** Drafts on a field with their numbers, as the list shows them. */
export const draftsOn = (remarks: readonly RemarkDraft[], field: string) =>
  remarks.map((remark, index) => ({ remark, no: index + 1 })).filter(({ remark }) => remark.field === field)
