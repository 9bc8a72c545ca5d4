import type { components } from '@xinchu/contract/schema'
import { windowPeriod } from '@xinchu/validators'
import type { Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { tell } from '../messages/tell.ts'

type Draft = components['schemas']['FillTimeDraft']

/** Notifies the regions or offices of an extension of its end and reason. Does nothing for other windows. */
export async function tellExtension(trx: Trx, draft: Draft, user: Caller, now: Date): Promise<void> {
  const { regionCodes = [], orgIds = [], reason = '', enabled, startTime, endTime } = draft
  if (!enabled || regionCodes.length + orgIds.length === 0) return
  const window = `${windowPeriod(draft)}${labelIn('fill_type', draft.fillType)}`
  await tell(
    trx,
    'window.extended',
    orgIds.length > 0 ? { offices: orgIds } : { regions: regionCodes },
    { window, from: startTime, until: endTime, reason },
    { user, now, deadline: endTime },
  )
}
