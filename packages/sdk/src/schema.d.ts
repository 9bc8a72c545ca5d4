export type * from '@xinchu/contract/schema'
