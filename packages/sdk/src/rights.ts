export * from '@xinchu/contract/rights'
