import type { Sample } from '@xinchu/server'
import { sampleAccounts } from './accounts.ts'
import { loadSample } from './load.ts'

/** Accounts and records that show how the platform works. */
export const sample: Sample = { accounts: sampleAccounts, load: loadSample }
