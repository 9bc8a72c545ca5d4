import type { Readable } from 'node:stream'
import type { operations } from '@xinchu/contract/schema'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../domain/caller.ts'
import type { StoredContent } from '../domain/files/byte-range.ts'
import type { Upload } from '../domain/files/upload.ts'
import type { OperationId } from './operation-id.ts'
import type { LargeBody } from './read-body.ts'
import type { CallServices } from './services.ts'

type QueryOf<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>
type PathOf<Id extends OperationId> = NonNullable<operations[Id]['parameters']['path']>
type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Body } }
}
  ? Body
  : undefined

type ReplyOf<Id extends OperationId, Status extends number> = operations[Id]['responses'] extends {
  [status in Status]: infer Reply
}
  ? Reply extends { content: { 'application/json': infer Body } }
    ? Body
    : Reply extends { content: { 'text/event-stream': string } }
      ? Readable
      : Reply extends { content: object }
        ? FileAnswer
        : // biome-ignore lint/suspicious/noConfusingVoidType: a handler with nothing to say returns nothing
          void
  : never

export type ResultOf<Id extends OperationId> =
  | ReplyOf<Id, 200>
  | ReplyOf<Id, 201>
  | ReplyOf<Id, 202>
  | ReplyOf<Id, 204>

/** A file reply. Streamed unless it is given as a whole. */
export interface FileAnswer {
  fileName: string
  contentType: string
  content: NodeJS.ReadableStream | Uint8Array
  /** Of a file whose bytes do not change, so that an interrupted download can go on. */
  stored?: StoredContent
}

/** Input of a handler, validated against the contract. */
export interface HandlerInput<Id extends OperationId> {
  query: QueryOf<Id>
  path: PathOf<Id>
  body: BodyOf<Id>
  /** The caller. Reading it without a session throws 401. */
  readonly user: Caller
  /** The caller of a public call, if logged in. */
  readonly caller: Caller | undefined
  /** The uploaded file of a form and its other fields. */
  readonly upload: Upload | undefined
  /** Rows of an import that were read from a large body in a thread. */
  readonly rows: LargeBody['rows']
  request: FastifyRequest
}

export type Handler<Id extends OperationId> = (
  input: HandlerInput<Id>,
  services: CallServices,
) => Promise<ResultOf<Id>> | ResultOf<Id>

/** Handlers by operationId. A missing one answers 501. */
export type Handlers = { [Id in OperationId]?: Handler<Id> }

/** Types handlers by the contract. */
export const defineHandlers = <H extends Handlers>(handlers: H): H => handlers
