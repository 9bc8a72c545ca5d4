import { readStored, writeStored } from '../stored.ts'

const NAME = 'xinchu:account'

/** Notes whose session this browser has. All tabs share it. */
export const noteAccount = (user: string): unknown => writeStored(NAME, user)

/** Whether the session is still that of the page's account: another one may have logged in in another tab. */
export function isAccount(user: string): boolean {
  const known = readStored(NAME)
  return known === undefined || known === user
}
