import { bind, usualResources } from '@xinchu/sdk'
import { connection } from './connection.ts'

export { logout } from './connection.ts'

/** The calls of the platform, but for those of a single screen, over the one connection of this page. */
export const sdk = { ...bind(connection, usualResources), ...connection }
