import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { staleVersion } from '../../errors.ts'
import type { Caller } from '../caller.ts'

type PinnedCards = components['schemas']['PinnedCards']
type Owner = Pick<Caller, 'id'>

/** Returns the statistics cards that a user pinned to the home page, in their order. */
export async function pinnedCards(db: Db, user: Owner): Promise<PinnedCards> {
  const row = await db
    .selectFrom('pinned_cards')
    .select(['version', 'cards'])
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  return row ?? { version: 0, cards: [] }
}

const keyOf = ({ card, level, conditions }: PinnedCards['cards'][number]) =>
  JSON.stringify([card, level, Object.entries(conditions).toSorted()])

/** Replaces a user's pinned cards. @throws HttpError 409 if another device saved in the meantime */
export async function savePinnedCards(
  trx: Trx,
  { version, cards }: PinnedCards,
  user: Owner,
): Promise<PinnedCards> {
  // The first of equal cards stays.
  const unique = new Map(cards.toReversed().map((each) => [keyOf(each), each]))
  const content = JSON.stringify(cards.filter((each) => unique.get(keyOf(each)) === each))
  const saved = await trx
    .insertInto('pinned_cards')
    .values({ user_id: user.id, version: 1, cards: content })
    .onConflict((on) =>
      on
        .column('user_id')
        .doUpdateSet({ version: version + 1, cards: content, update_time: sql`now()` })
        .where('pinned_cards.version', '=', version),
    )
    .returning(['version', 'cards'])
    .executeTakeFirst()
  // A first save of an account with a version is as stale as one of an old version.
  if (!saved || saved.version !== version + 1) throw staleVersion()
  return saved
}
