import { demoAccounts } from '../../src/seed/accounts.ts'

/** The sample accounts. Scripts use one that is the same as the enterprise's. */
export const ROLES: readonly string[] = demoAccounts
  .map(({ username }) => username)
  .filter((username) => username !== 'svc_enterprise')
