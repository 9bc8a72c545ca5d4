import type { ReviewedKind } from '@xinchu/validators'
import type { Content, Shape } from '../values/differences.ts'
import type { Held } from './rules.ts'

/** A record in the shape of the review, for all kinds. */
export interface Reviewed extends Held {
  entity: ReviewedKind
  id: number
  provinceCode: string
  version: number
  title: string
  /** The office that reports it. */
  orgId: number | null
  content: Content
  /** The fields of its content. */
  shape: Shape
  /** The caller's office decides about it now. */
  mayDecide: boolean
}
