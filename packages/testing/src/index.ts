export type { Adapters } from './adapters.ts'
export { ContractBreach } from './check.ts'
export {
  type BodyOf,
  example,
  type OperationId,
  operationIds,
  type PathOf,
  type QueryOf,
  type ReplyOf,
  routeOf,
} from './contract.ts'
export {
  type FakePlatform,
  type FakePlatformOptions,
  type FakeRequest,
  fakePlatform,
} from './fake-platform.ts'
export {
  type FaultKind,
  type FaultOptions,
  type FaultReport,
  type InjectedFault,
  withFaults,
} from './faults.ts'
export { exampleHandler, type HandlerOptions, operation } from './operation.ts'
export { defaultAccounts, type FakeAccount } from './platform/accounts.ts'
export type { FakeAnswer, FakeAnswers } from './platform/answers.ts'
export type { FakeClock } from './platform/clock.ts'
export type { ReadWorkbook } from './platform/imports.ts'
export {
  type Answer,
  type Call,
  Refusal,
  type RefusalDetails,
  type Resolver,
  refuse,
} from './reply.ts'
