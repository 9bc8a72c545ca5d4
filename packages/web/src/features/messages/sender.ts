import { useSuspenseQuery } from '@tanstack/react-query'
import { MessageTarget } from '@xinchu/sdk/codes'
import { may } from '@xinchu/sdk/rights'
import { sessionQueries } from '../../app/session-queries.ts'

export interface Sender {
  /** The province beyond which he cannot send; undefined for the nation. */
  province: string | undefined
  /** The ranges that he may choose from, values of message_target. */
  targets: readonly string[]
  /** Whether he answers for what everybody sends. */
  seesAll: boolean
}

/** How far the user's messages reach. Single users are chosen by reminders only. */
export function useSender(): Sender {
  const { user } = useSuspenseQuery(sessionQueries.info).data
  const seesAll = may(user, 'messages.oversee')
  if (!may(user, 'messages.sendEverywhere'))
    return { province: user.provinceCode, targets: [MessageTarget.regions, MessageTarget.offices], seesAll }
  const targets = [MessageTarget.all, MessageTarget.kinds, MessageTarget.regions]
  return { province: undefined, targets: seesAll ? [...targets, MessageTarget.offices] : targets, seesAll }
}
