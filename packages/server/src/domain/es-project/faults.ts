import { type FieldProblem, HttpError } from '../../errors.ts'
import { projectFields } from './columns.ts'

/** A fault of a project. Without a caption the message is complete by itself. */
export type Fault = Pick<FieldProblem, 'field' | 'caption' | 'code' | 'message'>

// A summary names no more fields than fit on a line or two.
const MOST_NAMED = 10

const captions = new Map(projectFields.map(({ name, caption }) => [name, caption]))
const positions = new Map(projectFields.map(({ name }, position) => [name, position]))

/** Maps a part of a field, such as `hybridDetail.0.techType`, to the field. */
const ownerOf = ({ field }: Fault) => field.split('.')[0] ?? field
const positionOf = (fault: Fault) => positions.get(ownerOf(fault)) ?? positions.size

/** Adds the caption of the field to a fault. */
export function captioned({ field, code, message }: Pick<Fault, 'field' | 'code' | 'message'>): Fault {
  const caption = captions.get(ownerOf({ field, message }))
  return { field, ...(caption ? { caption } : {}), ...(code ? { code } : {}), message }
}

/** Formats a fault as a complete message. */
export const wordsOf = ({ caption, message }: Pick<FieldProblem, 'caption' | 'message'>): string =>
  caption ? `${caption}：${message}` : message

/** Sorts faults in form order. Those without a form field come last. */
export const inFormOrder = (faults: readonly Fault[]): Fault[] =>
  [...faults].sort((a, b) => positionOf(a) - positionOf(b))

/** Summarizes faults: one in full, several by caption. */
function summaryOf(faults: readonly Fault[]): string {
  if (faults.length === 1) return faults.map(wordsOf).join()
  const names = [...new Set(faults.map(({ caption, message }) => caption ?? message))]
  const named = names.slice(0, MOST_NAMED).join('、')
  return `有 ${names.length} 项未填写或有误：${named}${names.length > MOST_NAMED ? '等' : ''}`
}

/** The refusal of a project with at least one fault. */
export function refusedFor(faults: readonly Fault[]): HttpError {
  const errors = inFormOrder(faults)
  return new HttpError(409, summaryOf(errors), { errors })
}
