export type { OperationId } from '../operations.ts'
