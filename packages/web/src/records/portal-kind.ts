import type { ReviewRecord, ReviewTask } from '@xinchu/sdk'
import type { ComponentType, ReactNode, RefObject } from 'react'
import type { Sdk } from '../app/pilot-sdk.ts'
import type { StoredFile } from '../ui/ports.ts'
import type { HistoryStep } from '../ui/record/flow-history.tsx'
import type { Section } from './lines.tsx'
import type { DemoPart } from './pilot-parts.ts'
import type { ReviewEntity } from './review.ts'

export type Goal = ReviewRecord['goals'][number]
export type RemarkDraft = NonNullable<NonNullable<ReviewRecord['draft']>['remarks']>[number]

/** What an office decides about the version of a record that it was shown. */
export interface Decision {
  task: ReviewTask
  goal: Goal
  opinion: string
  dueDate?: string | undefined
  remarks?: readonly RemarkDraft[]
  closeRemarks?: boolean
  /** Parts that a return opens. */
  parts?: readonly DemoPart[]
  /** Reason for passing with an undecided suspected duplicate. */
  passReason?: string
}

export interface Decided {
  undo?: { undoId: string; seconds: number }
  refusal?: { message: string; details: readonly string[] }
}

/** The parts that a draft of a return names, and the remarks that belong to some of them. */
export interface ReturnDraft {
  parts?: readonly DemoPart[]
  remarks: readonly RemarkDraft[]
}

export interface PartsChoiceProps {
  draft: ReturnDraft
  onParts: (parts: readonly DemoPart[]) => void
  field: RefObject<HTMLFieldSetElement | null>
}

export interface RepeatsProps {
  id: number
  /** Position of another record of the kind in the queue, from 1. */
  placeOf: (id: number) => number | undefined
}

/** A kind of record, as the desk shows it and decides about it. Its content leaves the kind only as what it returns. */
export interface PortalKind<T = unknown> {
  code: ReviewEntity
  fetch(sdk: Sdk, id: number, signal: AbortSignal): Promise<T | null>
  sections(content: T): Section[]
  /** The files by the field that holds them. */
  files(content: T): Readonly<Record<string, readonly StoredFile[]>>
  history(content: T): readonly HistoryStep[]
  decide(sdk: Sdk, decision: Decision): Promise<Decided>
  /** The page of the record, which its title leads to. */
  open?(id: number): { to: '/esproject/detail/$id'; params: { id: string } }
  /** Signs the record in, after which its author cannot withdraw it. */
  signIn?(sdk: Sdk, id: number): Promise<unknown>
  /** A return of this kind opens parts of the record. */
  parts?: {
    /** The parts that are chosen, and those of the remarks. */
    opened(draft: ReturnDraft): DemoPart[]
    Choice: ComponentType<PartsChoiceProps>
  }
  /** Takes the steps of the kind, in place of the decision that the desk has for the others. */
  steps?(content: T): ReactNode
  /** Suspected duplicates that wait for a verdict. */
  Repeats?: ComponentType<RepeatsProps>
}
