import { bind, resources } from '@xinchu/sdk'
import { connection } from './connection.ts'

export { logout } from './connection.ts'

/** Every call of the platform, over the one connection of this page. */
export const sdk = { ...bind(connection, resources), ...connection }
