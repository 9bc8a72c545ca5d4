import { accounts } from './catalogue/accounts.ts'
import { announcements } from './catalogue/announcements.ts'
import { appeals } from './catalogue/appeals.ts'
import { moves, todos } from './catalogue/moves.ts'
import { objections } from './catalogue/objections.ts'
import { official } from './catalogue/official.ts'
import { reminders } from './catalogue/reminders.ts'
import { returns } from './catalogue/returns.ts'
import { review } from './catalogue/review.ts'

/** Every message of the platform by its code, which is stored with it. */
export const catalogue = {
  ...returns,
  ...moves,
  ...todos,
  ...reminders,
  ...review,
  ...objections,
  ...announcements,
  ...appeals,
  ...accounts,
  ...official,
}

export type Code = keyof typeof catalogue

/** What an entry is written with. */
export type ValuesOf<C extends Code> = Parameters<(typeof catalogue)[C]['title']>[0]
