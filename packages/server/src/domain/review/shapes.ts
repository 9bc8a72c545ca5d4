import type { ReviewedKind } from '@xinchu/validators'
import { kinds } from '../desk/list.ts'
import type { RecordKind } from '../flow/kind.ts'

/** Fields of each kind of record. */
export const SHAPES = Object.fromEntries(kinds.map(({ code, shape }) => [code, shape])) as Readonly<
  Record<ReviewedKind, RecordKind['shape']> // the list has every kind
>
