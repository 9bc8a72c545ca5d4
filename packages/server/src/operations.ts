import document from '@xinchu/contract/openapi.json' with { type: 'json' }
import { type Contract, type Operation as ContractOperation, readContract } from '@xinchu/contract/operations'
import type { operations as Calls } from '@xinchu/contract/schema'

export type { Schema as JsonSchema } from '@xinchu/contract/operations'

export type OperationId = keyof Calls

/** One operation of the contract. */
export type Operation = ContractOperation<OperationId>

export const contract: Contract<OperationId> = readContract(document)

/** Every operation of the contract. */
export const { operations } = contract

export { document }
