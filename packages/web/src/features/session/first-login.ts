import type { Connection } from '../../app/connection.ts'
import { oncePer } from '../../lib/once-per.ts'
import { createStore } from '../../lib/store.ts'

/**
 * Token of a pre-created account that logged in on this page, until it is completed or the page is left. Kept in memory only:
 * the token allows nothing but completing the account.
 */
export const firstLoginOf = oncePer((_connection: Connection) => createStore<string | undefined>(undefined))
