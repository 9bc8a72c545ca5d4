import type { operations } from '@xinchu/sdk/schema'

export type OperationId = keyof operations
