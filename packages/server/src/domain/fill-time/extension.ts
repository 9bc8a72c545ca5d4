import { MessageLevel, MessageTarget, MessageType } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { windowPeriod } from '@xinchu/validators'
import type { Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { inHtml } from '../messages/in-html.ts'
import { createMessage } from '../messages/write.ts'

type Draft = components['schemas']['FillTimeDraft']

/** Notifies the regions or offices of an extension of its end and reason. Does nothing for other windows. */
export async function tellExtension(trx: Trx, draft: Draft, user: Caller, now: Date): Promise<void> {
  const { regionCodes = [], orgIds = [], reason = '', enabled, startTime, endTime } = draft
  if (!enabled || regionCodes.length + orgIds.length === 0) return
  const name = `${windowPeriod(draft)}${labelIn('fill_type', draft.fillType)}`
  const words = `填报时间为 ${startTime.slice(0, 16)} 至 ${endTime.slice(0, 16)}。`
  await createMessage(
    trx,
    {
      title: `填报延期：${name}`,
      content: `<p>${name}已为所在地区或单位延期，${words}</p><p>原因：${inHtml(reason)}</p>`,
      messageType: MessageType.reminder,
      level: MessageLevel.important,
      ...(orgIds.length > 0
        ? { targetType: MessageTarget.offices, targetOrgIds: orgIds }
        : { targetType: MessageTarget.regions, targetRegionCodes: regionCodes }),
      deadline: endTime,
      publish: true,
    },
    user,
    now,
  )
}
