import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { home, type PinnedCard, type PinnedCards } from '@xinchu/sdk'
import { callsOf } from '../../../app/query-client.ts'

const sdkOf = callsOf({ home })

/** Cards that a user can pin. */
export const MOST_PINNED = 12

const KEY = ['pinned-cards'] as const

/** The user's statistics cards on the home page, in their order. */
export const pinnedCards = queryOptions({
  queryKey: KEY,
  queryFn: ({ client, signal }) => sdkOf(client).home.pinned({ signal }),
})

export const savePinnedCards = mutationOptions({
  mutationFn: (cards: PinnedCards, { client }) => sdkOf(client).home.pin(cards),
  meta: { invalidates: [KEY] },
})

const textOf = ({ card, level, conditions }: PinnedCard) =>
  JSON.stringify([card, level, Object.entries(conditions).toSorted()])

export const isSameCard = (one: PinnedCard, other: PinnedCard): boolean => textOf(one) === textOf(other)
