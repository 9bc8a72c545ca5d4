import { type FieldProblem, HttpError } from '../../errors.ts'

/** Why one item of a batch was not handled. */
export interface ItemProblem extends FieldProblem {
  /** The status that the item alone would be refused with; 400 where its content is wrong. */
  status: number
}

export class ItemRefusal extends Error {
  readonly problems: readonly ItemProblem[]

  constructor(problems: readonly ItemProblem[]) {
    super('refused')
    this.problems = problems
  }
}

/** A refusal of an item as a whole. */
export const refuse = (status: number, message: string, field = 'status'): ItemRefusal =>
  new ItemRefusal([{ status, field, message }])

export const NOT_ALLOWED = '当前状态不允许此操作'
export const STALE = '数据已被他人修改，请刷新后重试'
export const CLOSED = '当前不在填报时间内'

/**
 * When nothing was handled and all of it for the same reason, other than content, the whole call is refused for it.
 * @throws HttpError 403, 404, 409 or 423
 */
export function refuseWhole(problems: readonly ItemProblem[]): void {
  const [first] = problems
  if (!first || first.status === 400) return
  if (problems.every(({ status, message }) => status === first.status && message === first.message))
    throw new HttpError(first.status, first.message)
}
