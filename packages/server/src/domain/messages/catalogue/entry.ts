import { MessageLevel } from '@xinchu/contract/codes'
import type { Row } from '../../../db/schema.ts'
import type { Target } from '../../links/link-to.ts'
import type { Block } from '../html.ts'

/** A message of the platform, written with the values of one occasion. */
export interface Entry<Values> {
  /** Plain text; cut at the length of a title. */
  title(values: Values): string
  text(values: Values): readonly Block[]
  /** The type by which recipients filter. */
  type: Row<'message_push'>['message_type']
  level: Row<'message_push'>['level']
  /** Whether recipients see which office sent it. That office does not receive it. */
  sender: 'nobody' | 'office'
  /** Messages of the expert review are in no list of others, and their recipients are not listed. */
  isOfReview: boolean
  /** The screen that it leads to; none for news without one. */
  target?(values: Values): Target
  /** The kind of record whose next step ends the recipient's task. */
  about?: string | ((values: Values) => string)
}

type Given<Values> = Omit<Entry<Values>, 'level' | 'sender' | 'isOfReview'> & Partial<Entry<Values>>

/** An entry; unless it says otherwise it is important, has no sender and is not of the review. */
export const entry = <Values>(given: Given<Values>): Entry<Values> => ({
  level: MessageLevel.important,
  sender: 'nobody',
  isOfReview: false,
  ...given,
})
