import type { components } from '@xinchu/contract/schema'
import type { PlaceBoxes } from '@xinchu/validators'
import type { Reviewed } from '../remarks/reviewed.ts'
import type { FlowRow } from './history.ts'
import type { Office, OfficeNames, Place } from './offices.ts'
import type { Way } from './way.ts'

type Schemas = components['schemas']
type Task = Schemas['ReviewTask']

/** The part of a task that its record knows. */
export type TaskPart = Pick<Task, 'title' | 'orgName' | 'status' | 'statusLabel' | 'stored'> & {
  [Name in 'code' | 'place' | 'period' | 'ratedPower' | 'ratedEnergy']?: Task[Name] | null
}

/** A visible record with all that the desk asks about it. Its row stays in its kind. */
export interface LiveRecord extends Reviewed {
  /** Its state in the flow. */
  state: string
  /** The caller's roles towards it. */
  parties: ReadonlySet<string>
  /** The columns that undoing a step restores. */
  columns: Readonly<Record<string, unknown>>
  /** Since when it is as it is, for a record without history. */
  updateTime: string
  /** Since when it waits, where its row says so; otherwise its last step does. */
  waitingSince?: string
  /** Until when it should be dealt with, where its row says so; otherwise its window does. */
  dueTime?: string | undefined
  place: Place
  /** The office that reviews first in place of the province's. */
  reviewerOffice?: Office | undefined
  /** Period that its deadline depends on. */
  period: { year?: number; quarter?: number }
  /** Present warnings about it, if its kind has any. `boxes` say where the divisions of today lie. */
  warnings?(now: Date, boxes: PlaceBoxes): Schemas['ReviewWarning'][]
  /** The steps of its history that the caller may know; all by default. */
  readable?(steps: readonly FlowRow[]): FlowRow[]
  task(): TaskPart
  way(): Way
  /** Words of a refusal in place of its state, which the caller must not learn. */
  sealed?: string | undefined
  /** A way that is open instead of a refused step, where the record knows better than its flow. */
  hint?(holder: string | undefined): string | undefined
  goals(offices: OfficeNames): Schemas['ReviewGoal'][]
}

/** The facts of a record that messages and refusals name. */
export interface Mentioned
  extends Pick<
    LiveRecord,
    'id' | 'orgId' | 'title' | 'place' | 'reviewerOffice' | 'isAuthor' | 'isOpen' | 'way' | 'hint' | 'sealed'
  > {
  task(): Pick<TaskPart, 'statusLabel'>
}
