import { DemoStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import type { Trx } from '../../../db/database.ts'
import { conflict, notFound } from '../../../errors.ts'
import type { StepContext, StepOutcome } from '../../flow/step.ts'
import { takeSteps } from '../../flow/take-steps.ts'
import { movePilots } from '../pilot/move.ts'
import { objection } from './kind.ts'
import { assertUnnamed, personsOf } from './person.ts'
import { isOperator } from './rows.ts'

type Request = components['schemas']['ObjectionStep']

/** The words of a step that its history shows: why it was returned, or answered without a verification. */
const opinionOf = ({ action, text, reason }: Request): string | undefined =>
  action === 'RETURN' ? text : reason

/** The texts of a step that the applicant or the recommender reads, by their fields. */
const passedOn = ({ action, text, reason, cancelReason }: Request) =>
  action === 'DECLINE' ? {} : { text, reason, cancelReason }

/**
 * Cancels the project of an upheld objection, unless it is cancelled already.
 * @returns the offer to undo that too
 * @throws HttpError 409 if the project is no longer publicised
 */
async function cancelProject(
  trx: Trx,
  { id, cancelReason: opinion = '' }: Request,
  { user, now, undoSeconds }: StepContext,
): Promise<string[]> {
  const { project_id, status } = await trx
    .selectFrom('objection')
    .innerJoin('demo_project', 'demo_project.id', 'objection.project_id')
    .select(['project_id', 'demo_project.status'])
    .where('objection.id', '=', id)
    .executeTakeFirstOrThrow()
  if (status === DemoStatus.notSelected) return []
  const cancelling = { ids: [project_id], action: 'CANCEL' as const, opinion }
  const { failed, undo } = await movePilots(trx, cancelling, { user, now, undoSeconds }, true)
  if (failed.length > 0) throw conflict('E-025', '该项目已不在公示中')
  return undo ? [undo.undoId] : []
}

/** Takes a step on an objection. @throws HttpError 400, 403, 404 or 409 */
export async function stepObjection(
  trx: Trx,
  body: Request,
  ctx: StepContext & { key: string },
): Promise<StepOutcome> {
  const { id, version, action, ...said } = body
  const item = { ...said, id, version, text: said.text.trim() }
  const request = { action, opinion: opinionOf(body) }
  // An office that may not know the person must not find him by trying names either.
  if (isOperator(ctx.user)) {
    const person = (await personsOf(trx, [id], ctx.key)).get(id)
    if (person) assertUnnamed(passedOn(body), person)
  }
  const isUpheld = action === 'ANSWER' && said.conclusion === 'UPHELD'
  const further = isUpheld ? { further: () => cancelProject(trx, body, ctx) } : {}
  return takeSteps(trx, objection, [item], request, { ...ctx, ...further })
}

/** Reveals who objects, and keeps who asked and why. @throws HttpError 404 */
export async function revealObjector(
  trx: Trx,
  { id, purpose }: components['schemas']['ObjectorRequest'],
  { user, key }: Pick<StepContext, 'user'> & { key: string },
): Promise<components['schemas']['ObjectionPerson']> {
  const person = (await personsOf(trx, [id], key)).get(id)
  if (!person) throw notFound('异议')
  await trx
    .insertInto('objector_request')
    .values({ objection_id: id, purpose, create_by: user.username })
    .execute()
  return person
}
