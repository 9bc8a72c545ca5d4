import type { FieldProblem } from '@xinchu/sdk'
import { JSON_TYPE, type Parameter, pointerOf, replyAt } from '@xinchu/sdk/operations'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { contract, type OperationId } from './contract.ts'

/** A call or a reply that the contract does not allow. */
export class ContractBreach extends Error {
  override readonly name = 'ContractBreach'
  /** The fields at fault, as a refusal of the platform names them. */
  readonly errors: readonly FieldProblem[]

  constructor(message: string, errors: readonly FieldProblem[] = []) {
    super(message)
    this.errors = errors
  }
}

const ID = 'contract'
const settings = { strict: false, validateFormats: false, allErrors: true } as const
let checkers: { plain: Ajv2020; coercing: Ajv2020 } | undefined
const compiled = new Map<string, ValidateFunction>()

/** Both know the whole contract. A query has texts only, and one element of a list looks like a single value. */
function checkersOf() {
  const own = { ...contract.document, $id: ID }
  checkers ??= {
    plain: new Ajv2020(settings).addSchema(own),
    coercing: new Ajv2020({ ...settings, coerceTypes: 'array' }).addSchema(own),
  }
  return checkers
}

/** Words of the platform for a keyword, as far as callers meet it often. */
function wordsOf({ keyword, params: { limit }, message }: ErrorObject): string {
  if (keyword === 'required' || (keyword === 'minLength' && limit === 1)) return '值不能为空'
  if (keyword === 'minLength') return `长度不能少于${limit}个字`
  if (keyword === 'maxLength') return `长度不能超过${limit}个字`
  return `不合接口约定：${message}`
}

function problemOf(error: ErrorObject): FieldProblem {
  const { instancePath, params } = error
  const { missingProperty, additionalProperty, unevaluatedProperty } = params
  const last = missingProperty ?? additionalProperty ?? unevaluatedProperty
  const field = [...instancePath.split('/').slice(1), ...(last === undefined ? [] : [last])].join('.')
  return { field: field || 'body', message: wordsOf(error) }
}

function check(kind: 'plain' | 'coercing', key: string, schema: object, value: unknown): void {
  const ajv = checkersOf()[kind]
  const validate = compiled.get(key) ?? ajv.compile(schema)
  compiled.set(key, validate)
  if (validate(value)) return
  const words = ajv.errorsText(validate.errors, { dataVar: '' })
  throw new ContractBreach(`${key} breaks the contract: ${words}`, (validate.errors ?? []).map(problemOf))
}

/** A part of the contract below the one with this JSON pointer. */
const partBelow = (at: string, ...steps: readonly string[]) => ({
  $ref: ID + at + pointerOf(...steps).slice(1),
})

/** @throws ContractBreach for a reply that the contract does not allow */
export function checkReply(id: OperationId, status: number, body: unknown): void {
  const operation = contract.operation(id)
  const reply = replyAt(operation, status)
  if (!reply?.schema) return
  const code = operation.replies.has(String(status)) ? status : 'default'
  check('plain', `${id}, reply ${code}`, partBelow(reply.pointer, 'content', JSON_TYPE, 'schema'), body)
}

/** @throws ContractBreach for a JSON body that the contract does not allow */
export function checkBody(id: OperationId, body: unknown): void {
  const { body: stated, pointer } = contract.operation(id)
  if (!stated?.json || body === undefined) return
  const schema = partBelow(pointer, 'requestBody', 'content', JSON_TYPE, 'schema')
  check('plain', `${id}, body`, schema, body)
}

function schemaOf(id: OperationId, place: Parameter['in']) {
  const placed = contract.operation(id).parameters.filter((each) => each.in === place)
  return {
    type: 'object',
    properties: Object.fromEntries(
      placed.map(({ name, pointer }) => [name, partBelow(pointer, 'schema')] as const),
    ),
    required: placed.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: place === 'header',
  }
}

/** Parameters as the contract types them. @throws ContractBreach for those that it does not allow */
export function readParameters(
  id: OperationId,
  place: Parameter['in'],
  texts: Iterable<readonly [string, unknown]>,
): Record<string, unknown> {
  const read: Record<string, unknown> = {}
  for (const [name, text] of texts) read[name] = name in read ? [read[name], text].flat() : text
  check('coercing', `${id}, ${place}`, schemaOf(id, place), read)
  return read
}
