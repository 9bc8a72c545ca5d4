import { type FieldProblem, HttpError } from '../../errors.ts'

/** Why one item of a batch was not handled. */
export interface ItemProblem extends FieldProblem {
  /** Status of the refusal if the item were alone; 400 for wrong content. */
  status: number
}

export class ItemRefusal extends Error {
  readonly problems: readonly ItemProblem[]

  constructor(problems: readonly ItemProblem[]) {
    super('refused')
    this.problems = problems
  }
}

/** Refusal of a whole item. */
export const refuse = (status: number, message: string, field = 'status'): ItemRefusal =>
  new ItemRefusal([{ status, field, message }])

export const NOT_ALLOWED = '当前状态不允许此操作'
export const STALE = '数据已被他人修改，请刷新后重试'
export const CLOSED = '当前不在填报时间内'

/**
 * Refuses the whole call if no item was handled and all failed for the same reason other than content.
 * @throws HttpError 403, 404, 409 or 423
 */
export function refuseWhole(problems: readonly ItemProblem[]): void {
  const [first] = problems
  if (!first || first.status === 400) return
  if (problems.every(({ status, message }) => status === first.status && message === first.message))
    throw new HttpError(first.status, first.message)
}
