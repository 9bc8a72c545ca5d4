import { bind, departments, orgs, regions, users } from '@xinchu/sdk'
import { connection } from './connection.ts'
import { sdk as usual } from './sdk.ts'

/** The calls of the platform with those of users, offices and divisions, which the first page does not load. */
export const sdk = { ...usual, ...bind(connection, { departments, orgs, regions, users }) }
