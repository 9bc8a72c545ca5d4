import { type Judge, judgeBy, type Schema } from './schema.ts'

interface Parameter {
  $ref?: string
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
}

interface Reply {
  $ref?: string
  content?: Readonly<Record<string, { schema?: Schema }>>
}

interface StatedOperation {
  operationId: string
  description?: string
  tags: readonly string[]
  security?: readonly unknown[]
  parameters?: readonly Parameter[]
  requestBody?: { content: Readonly<Record<string, unknown>> }
  responses: Readonly<Record<string, Reply>>
  'x-callers': readonly string[]
}

/** The bundled contract, as `@xinchu/sdk/openapi.json` has it. */
export interface ContractDocument {
  openapi: string
  info: { version: string }
  paths: Readonly<Record<string, Readonly<Record<string, StatedOperation>>>>
  components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  'x-shared-responses': Readonly<
    Record<'any' | 'session' | 'body' | 'change', Readonly<Record<string, string>>>
  >
}

/** One operation of the contract, with its parameters and replies resolved. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly tag: string
  readonly description: string
  readonly callers: readonly string[]
  /** Needs no session. */
  readonly isOpen: boolean
  readonly parameters: readonly Parameter[]
  /** Statuses that the operation lists, or that any operation of its kind has. */
  readonly statuses: ReadonlySet<number>
  /** Schemas by media type of the reply with this status. */
  contentOf(status: number): Readonly<Record<string, { schema?: Schema }>>
}

export interface Contract {
  readonly version: string
  readonly operations: readonly Operation[]
  readonly judge: Judge
  readonly errorSchema: Schema
  /** The schema that a reference leads to. */
  schemaOf(reference: string): Schema
  /** @throws Error if the contract lacks it */
  operation(id: string): Operation
}

export const JSON_TYPE = 'application/json'

/** Media types of the reply to a successful call. */
export const successTypes = (operation: Operation): string[] =>
  [...operation.statuses]
    .filter((status) => status < 300)
    .flatMap((status) => Object.keys(operation.contentOf(status)))

export const hasJson = (operation: Operation): boolean => successTypes(operation).includes(JSON_TYPE)

/** A list that is read page by page and needs no other parameter. */
export const isPlainPage = (operation: Operation): boolean =>
  operation.method === 'GET' &&
  hasJson(operation) &&
  ['page', 'size'].every((name) => operation.parameters.some((each) => each.name === name)) &&
  !operation.parameters.some(({ required }) => required)

/** Indexes a document by its operations. */
export function contractOf(document: ContractDocument): Contract {
  const part = (reference: string): unknown => {
    const [, , kind = '', name = ''] = reference.split('/')
    return document.components[kind]?.[name]
  }
  const whole = <Part extends { $ref?: string }>(given: Part): Part =>
    given.$ref ? (part(given.$ref) as Part) : given // a reference leads to a part of the same kind

  const schemaOf = (reference: string) => part(reference) as Schema // only schemas refer to schemas

  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, stated]): Operation => {
      const isOpen = stated.security?.length === 0
      const { any, session, body, change } = document['x-shared-responses']
      const shared = {
        ...any,
        ...(isOpen ? {} : session),
        ...(stated.requestBody ? body : {}),
        ...(method === 'get' ? {} : change),
      }
      return {
        id: stated.operationId,
        method: method.toUpperCase(),
        path,
        tag: stated.tags[0] ?? '',
        description: stated.description ?? '',
        callers: stated['x-callers'],
        isOpen,
        parameters: (stated.parameters ?? []).map(whole),
        statuses: new Set(
          [...Object.keys(stated.responses), ...Object.keys(shared)].map(Number).filter(Boolean),
        ),
        contentOf: (status) =>
          whole(stated.responses[status] ?? stated.responses['default'] ?? {}).content ?? {},
      }
    }),
  )
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  return {
    version: document.info.version,
    operations,
    judge: judgeBy(schemaOf),
    schemaOf,
    errorSchema: { $ref: '#/components/schemas/Error' },
    operation(id) {
      const found = byId.get(id)
      if (!found) throw new Error(`The contract lacks ${id}`)
      return found
    },
  }
}
