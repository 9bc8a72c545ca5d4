import type { FieldProblem } from '../../errors.ts'
import { coded } from '../../errors.ts'
import { projectFields } from './columns.ts'

/** Something missing or wrong in a project; without a caption the message stands by itself. */
export type Fault = Pick<FieldProblem, 'field' | 'caption' | 'code' | 'message'>

/** Why a project stays where it is. */
export interface Refusal {
  message: string
  errors?: Fault[]
}

// A summary names no more fields than fit on a line or two.
const MOST_NAMED = 10

const captions = new Map(projectFields.map(({ name, caption }) => [name, caption]))
const positions = new Map(projectFields.map(({ name }, position) => [name, position]))

/** Parts of a field, such as `hybridDetail.0.techType`, belong to the field. */
const ownerOf = ({ field }: Fault) => field.split('.')[0] ?? field
const positionOf = (fault: Fault) => positions.get(ownerOf(fault)) ?? positions.size

/** A fault with the caption of its field. */
export function captioned({ field, code, message }: Pick<Fault, 'field' | 'code' | 'message'>): Fault {
  const caption = captions.get(ownerOf({ field, message }))
  return coded({ field, ...(caption ? { caption } : {}), ...(code ? { code } : {}), message })
}

/** A fault in words that stand by themselves. */
export const wordsOf = ({ caption, message }: Fault): string => (caption ? `${caption}：${message}` : message)

/** Sorts faults by the order of the form; those of no field of the form come last. */
export const inFormOrder = (faults: readonly Fault[]): Fault[] =>
  [...faults].sort((a, b) => positionOf(a) - positionOf(b))

/** Names all faults: one in full, several by their captions. */
function summaryOf(faults: readonly Fault[]): string {
  if (faults.length === 1) return faults.map(wordsOf).join()
  const names = [...new Set(faults.map(({ caption, message }) => caption ?? message))]
  const named = names.slice(0, MOST_NAMED).join('、')
  return `有 ${names.length} 项未填写或有误：${named}${names.length > MOST_NAMED ? '等' : ''}`
}

/** The refusal of a project with these faults; there is at least one. */
export function refusalOf(faults: readonly Fault[]): Refusal {
  const errors = inFormOrder(faults)
  return { message: summaryOf(errors), errors }
}
