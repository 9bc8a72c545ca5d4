import type { DemoProjectDetail, OutlineNode } from '@xinchu/sdk'
import { createContext, useContext } from 'react'
import type { FormPart } from '../../../records/pilot-parts.ts'
import type { Gap } from './model.ts'

/** State shared by the parts of an application's form. */
export interface ApplyForm {
  detail: DemoProjectDetail
  part: FormPart
  /** Field of the current section. */
  active: string | undefined
  gaps: readonly Gap[]
  outline: Readonly<Record<'APPLICATION' | 'IMPLEMENTATION', readonly OutlineNode[]>>
  isOpen: (part: FormPart) => boolean
  setActive: (field: string) => void
  showPart: (part: FormPart) => void
  /** Shows a field in any part. */
  go: (part: FormPart, field: string) => void
}

export const ApplyContext = createContext<ApplyForm | undefined>(undefined)

/** @throws Error outside an application's form */
export function useApply(): ApplyForm {
  const form = useContext(ApplyContext)
  if (!form) throw new Error('parts stand inside the form of an application')
  return form
}

/** The entries of an outline that have an input, in the document's order. */
export const entriesOf = (nodes: readonly OutlineNode[]): OutlineNode[] =>
  nodes.flatMap((node) => [
    ...(node.fieldKey && node.fieldKey !== 'commitment' ? [node] : []),
    ...entriesOf(node.children ?? []),
  ])
