import { useSuspenseQuery } from '@tanstack/react-query'
import { may } from '@xinchu/sdk/rights'
import { sessionQueries } from '../../app/session-queries.ts'

export const TO_ALL = '0'
export const TO_KINDS = '1'
export const TO_REGIONS = '2'
export const TO_OFFICES = '3'
export const TO_USERS = '4'

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
    return { province: user.provinceCode, targets: [TO_REGIONS, TO_OFFICES], seesAll }
  const targets = [TO_ALL, TO_KINDS, TO_REGIONS]
  return { province: undefined, targets: seesAll ? [...targets, TO_OFFICES] : targets, seesAll }
}
