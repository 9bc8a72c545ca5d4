export { type AccountSeed, sampleAccounts } from './accounts.ts'
export { prepareDatabase } from './prepare.ts'
