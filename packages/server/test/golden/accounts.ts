import { sampleAccounts } from '@xinchu/sample'

/** The sample accounts. Scripts use one that is the same as the enterprise's. */
export const ROLES: readonly string[] = sampleAccounts
  .map(({ username }) => username)
  .filter((username) => username !== 'svc_enterprise')
