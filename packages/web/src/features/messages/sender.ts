import { useSuspenseQuery } from '@tanstack/react-query'
import { MessageTarget } from '@xinchu/contract/codes'
import { may } from '@xinchu/contract/rights'
import { sessionQueries } from '../../app/session-queries.ts'

export interface Sender {
  /** Province that limits the recipients; undefined for the nation. */
  province: string | undefined
  /** Selectable ranges, values of message_target. */
  targets: readonly string[]
  /** Whether the user manages everyone's messages. */
  seesAll: boolean
}

/** Possible recipients of the user's messages. Single users can be addressed only by reminders. */
export function useSender(): Sender {
  const { user } = useSuspenseQuery(sessionQueries.info).data
  const seesAll = may(user, 'messages.oversee')
  if (!may(user, 'messages.sendEverywhere'))
    return { province: user.provinceCode, targets: [MessageTarget.regions, MessageTarget.offices], seesAll }
  const targets = [MessageTarget.all, MessageTarget.kinds, MessageTarget.regions]
  return { province: undefined, targets: seesAll ? [...targets, MessageTarget.offices] : targets, seesAll }
}
