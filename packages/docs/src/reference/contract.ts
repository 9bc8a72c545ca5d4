import document from '@xinchu/contract/openapi.json' with { type: 'json' }
import { readContract } from '@xinchu/contract/operations'

export type { Content, Media, Operation, Schema } from '@xinchu/contract/operations'

export const contract = readContract(document)
export const { operations } = contract
