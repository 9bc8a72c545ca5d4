import { MessageLevel, MessageTarget, MessageType } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import type { Trx } from '../../db/database.ts'
import type { NewRow } from '../../db/schema.ts'
import { inHtml } from '../messages/in-html.ts'

/** A message of the review. It names projects and times, never a person, a score or what follows from one. */
interface Notice {
  title: string
  /** Plain text; every line becomes a paragraph. */
  text: string
  link: string
  /** The type by which recipients filter; 评审任务 by default. */
  type?: NewRow<'message_push'>['message_type']
}

/** Sends a message of the review. It has no sender, because the office or account could tell who wrote it. */
async function send(
  trx: Trx,
  { title, text, link, type = MessageType.reviewTask }: Notice,
  target: Pick<
    NewRow<'message_push'>,
    'target_type' | 'target_user_ids' | 'target_dept_ids' | 'target_org_ids'
  >,
): Promise<void> {
  const content = text
    .split('\n')
    .map((line) => `<p>${inHtml(line)}</p>`)
    .join('')
  await trx
    .insertInto('message_push')
    .values({
      ...{ title, content, link, message_type: type, level: MessageLevel.important },
      ...target,
      is_of_review: true,
      create_by: 'system',
    })
    .execute()
}

/** Sends a message to experts. */
export async function notifyExperts(trx: Trx, ids: readonly number[], notice: Notice): Promise<void> {
  if (ids.length === 0) return
  await send(trx, notice, { target_type: MessageTarget.users, target_user_ids: [...new Set(ids)] })
}

/** Sends a message to who runs the review. */
export const notifyPlatform = (trx: Trx, notice: Notice): Promise<void> =>
  send(trx, notice, { target_type: MessageTarget.kinds, target_dept_ids: [deptKinds.platform] })

/** Sends a message to an office. */
export const notifyOffice = (trx: Trx, orgId: number, notice: Notice): Promise<void> =>
  send(trx, notice, { target_type: MessageTarget.offices, target_org_ids: [orgId] })
