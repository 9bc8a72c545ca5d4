export {
  type Content,
  type Contract,
  type ContractDocument,
  JSON_TYPE,
  type Media,
  type Method,
  type Operation,
  type Parameter,
  pointerOf,
  type Reply,
  readContract,
  replyAt,
  type Schema,
} from '@xinchu/contract/operations'
export { operations } from './gen/operations.ts'
