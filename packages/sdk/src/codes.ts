export * from '@xinchu/contract/codes'
