import { MessageLevel, MessageTarget, MessageType } from '@xinchu/sdk/codes'
import { deptKinds } from '@xinchu/sdk/rights'
import type { Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { inHtml } from '../messages/in-html.ts'

/** A message of the review. It names projects and times, never a score or what follows from one. */
interface Notice {
  title: string
  /** Plain text; every line becomes a paragraph. */
  text: string
  link: string
}

const contentOf = ({ title, text, link }: Notice) => ({
  title,
  content: text
    .split('\n')
    .map((line) => `<p>${inHtml(line)}</p>`)
    .join(''),
  message_type: MessageType.reviewTask,
  level: MessageLevel.important,
  link,
})

/** Sends a message to experts. */
export async function notifyExperts(
  trx: Trx,
  ids: readonly number[],
  notice: Notice,
  sender: Caller,
): Promise<void> {
  if (ids.length === 0) return
  await trx
    .insertInto('message_push')
    .values({
      ...contentOf(notice),
      target_type: MessageTarget.users,
      target_user_ids: [...new Set(ids)],
      sender_org_id: sender.orgId,
      create_by: sender.username,
    })
    .execute()
}

/** Sends a message to who runs the review. */
export async function notifyPlatform(trx: Trx, notice: Notice, sender: Caller): Promise<void> {
  await trx
    .insertInto('message_push')
    .values({
      ...contentOf(notice),
      target_type: MessageTarget.kinds,
      target_dept_ids: [deptKinds.platform],
      sender_org_id: sender.orgId,
      create_by: sender.username,
    })
    .execute()
}
