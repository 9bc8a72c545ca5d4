import type { RuleCode } from '@xinchu/validators'
import { conflict, type FieldProblem, HttpError, NOT_ALLOWED } from '../../errors.ts'

/** Reason why one item of a batch was not handled. */
export interface ItemProblem extends FieldProblem {
  code?: RuleCode
  /** Status of the refusal if the item were alone; 400 for wrong content. */
  status: number
}

export class ItemRefusal extends Error {
  readonly problems: readonly ItemProblem[]
  /** The fields concerned, for a reply that names them besides the reason. */
  readonly fields: readonly FieldProblem[] | undefined

  constructor(problems: readonly ItemProblem[], fields?: readonly FieldProblem[]) {
    super('refused')
    this.problems = problems
    this.fields = fields
  }
}

/** The refusal of an item that is alone in its request. */
export const aloneRefused = ({ problems }: ItemRefusal): HttpError => {
  const [first] = problems
  const errors = problems.map(({ status: _status, ...problem }) => problem)
  return new HttpError(first?.status ?? 409, first?.message ?? '', {
    ...(first?.code ? { code: first.code } : {}),
    errors,
  })
}

/** Refusal of a whole item. */
export const refuse = (
  status: number,
  { code, message }: { code: RuleCode; message: string },
  field = 'status',
): ItemRefusal => new ItemRefusal([{ status, field, code, message }])

/** The item, or what it belongs to, does not exist or is not visible to the caller. */
export const absent = (what: string, field: string): ItemRefusal =>
  refuse(404, { code: 'W-002', message: `${what}不存在` }, field)

/**
 * Refuses the whole call if no item was handled and all failed for the same reason other than content. Refusals by state
 * are of one reason, though each says who did what.
 * @throws HttpError 403, 404, 409 or 423
 */
export function refuseWhole(problems: readonly ItemProblem[]): void {
  const [first] = problems
  if (!first || first.status === 400) return
  const { status, message, code } = first
  if (problems.every((problem) => problem.status === status && problem.message === message))
    throw new HttpError(status, message, code ? { code } : {})
  if (problems.every((problem) => problem.code === NOT_ALLOWED.code))
    throw conflict(
      NOT_ALLOWED.code,
      NOT_ALLOWED.message,
      problems.map(({ status: _status, ...problem }) => problem),
    )
}
