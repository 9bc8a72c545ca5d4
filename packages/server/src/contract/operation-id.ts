import type { operations } from '@xinchu/contract/schema'

export type OperationId = keyof operations
