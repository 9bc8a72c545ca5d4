export * from '@xinchu/contract/fields'
