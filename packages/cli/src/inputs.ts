import { openAsBlob } from 'node:fs'
import { access, constants, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import type { ParseArgsConfig } from 'node:util'
import { codeOf, dictionaryOf } from './code-names.ts'
import type { Described, Input, Schema } from './contract.ts'
import { UsageError } from './exit.ts'
import type { Io } from './io.ts'
import { parseWords } from './words.ts'

type ParseArgsOptionsConfig = NonNullable<ParseArgsConfig['options']>

/** Options of every operation. What the contract names alike is given as `--field-…`. */
export const shared = {
  server: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  output: { type: 'string', short: 'o' },
  force: { type: 'boolean' },
  query: { type: 'string' },
  body: { type: 'string' },
  all: { type: 'boolean' },
  bom: { type: 'boolean' },
  captions: { type: 'boolean' },
} as const satisfies ParseArgsOptionsConfig

// Taken off before a command sees its options.
const BEFORE = new Set(['profile', 'ca', 'proxy', 'verbose', 'try-again', 'version'])

// Shorter words for what is asked for most.
const ALIASES: Readonly<Record<string, string>> = {
  province: 'provinceCode',
  city: 'cityCode',
  county: 'countyCode',
  tech: 'techType',
  'page-size': 'size',
}

/** Rows of a page where nothing is said. */
export const PAGE_SIZE = 20

export const isPaged = ({ parameters, method }: Described): boolean =>
  method === 'GET' && ['page', 'size'].every((name) => parameters.some((each) => each.name === name))

const kebab = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, (_all, before: string, letter: string) => `${before}-${letter}`)
    .toLowerCase()

/** The option of each parameter and each field of the body. The first of two with the same name has the option. */
export function optionsOf({ parameters, body }: Described): Map<string, Input> {
  const found = new Map<string, Input>()
  for (const input of [...parameters, ...(body?.fields ?? [])]) {
    const plain = kebab(input.name)
    const name = Object.hasOwn(shared, plain) || BEFORE.has(plain) ? `field-${plain}` : plain
    if (!found.has(name)) found.set(name, input)
  }
  for (const [alias, target] of Object.entries(ALIASES)) {
    const input = [...found.values()].find(({ name }) => name === target)
    if (input && !found.has(alias)) found.set(alias, input)
  }
  return found
}

export const isFile = ({ contentMediaType, format }: Schema) =>
  contentMediaType !== undefined || format === 'binary'

const isList = ({ in: where, schema }: Input) =>
  schema.type === 'array' && (where !== 'body' || isPlain(schema.items ?? {}))

const typeOf = ({ type }: Schema) => (Array.isArray(type) ? type.find((each) => each !== 'null') : type)

const isPlain = (schema: Schema) => !/^(?:object|array|undefined)$/.test(String(typeOf(schema)))

const DIVISION = /^(?:province|city|county|region)Code$/

/** One value in the type of the contract. @throws UsageError for a value that it does not allow */
function typedOf(option: string, input: Input, schema: Schema, given: string | boolean): unknown {
  if (typeof given === 'boolean') return given
  const type = typeOf(schema)
  // The first digits are enough to name a province or a city.
  const digits = DIVISION.test(input.name) && /^\d{2,5}$/.test(given) ? given.padEnd(6, '0') : given
  const dictionary = dictionaryOf(schema['x-dict'])
  const text = dictionary ? codeOf(option, dictionary, digits, schema.enum) : digits
  if (type === 'integer' || type === 'number') {
    const value = Number(text)
    const isPage = input.in === 'query' && input.name === 'page'
    if (text.trim() === '' || !Number.isFinite(value) || (type === 'integer' && !Number.isInteger(value)))
      throw new UsageError(`--${option} 应为${type === 'integer' ? '整数' : '数'}`)
    if (isPage && value < 1) throw new UsageError(`--${option} 应为正整数`)
    return isPage ? value - 1 : value
  }
  if (schema.enum && !schema.enum.map(String).includes(text))
    throw new UsageError(`--${option} 没有代码 ${text}；可用：${schema.enum.join('，')}`)
  if (type === 'string') return text
  return jsonOf(text)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`参数不是有效的 JSON：${text}`)
  }
}

async function bodyText(word: string, io: Io): Promise<unknown> {
  if (word === '-') return jsonOf(await textOf(io.stdin))
  return jsonOf(word.startsWith('@') ? await readFile(word.slice(1), 'utf8') : word)
}

async function formOf(fields: Readonly<Record<string, unknown>>, files: ReadonlySet<string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (files.has(name)) {
      const path = String(value)
      // openAsBlob does not report why it fails.
      await access(path, constants.R_OK)
      form.set(name, await openAsBlob(path), basename(path))
    } else form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return form
}

/** A command line in the terms of its operation. */
export interface Given {
  values: Readonly<{
    server?: string
    json?: boolean
    output?: string
    force?: boolean
    query?: string
    all?: boolean
    bom?: boolean
    captions?: boolean
  }>
  params: Record<string, string | number>
  query: Record<string, unknown>
  headers: Record<string, string>
  body: unknown
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

async function wholeBody(
  described: Described,
  fields: Record<string, unknown>,
  word: string | undefined,
  io: Io,
) {
  const { body } = described
  if (!body) return undefined
  const base = word === undefined ? undefined : await bodyText(word, io)
  const hasFields = Object.keys(fields).length > 0
  if (hasFields && base !== undefined && !isRecord(base))
    throw new UsageError('--body 不是对象时，不能再以选项给出字段')
  const joined = hasFields || isRecord(base) ? { ...(isRecord(base) ? base : {}), ...fields } : base
  if (joined === undefined) {
    if (body.required) throw new UsageError('缺少正文：以选项给出各字段，或以 --body 给出 JSON、@文件、-')
    return undefined
  }
  if (isRecord(joined)) {
    const lacking = body.fields.filter(({ name, required }) => required && joined[name] === undefined)
    if (lacking.length > 0) throw new UsageError(`正文缺少 ${lacking.map(({ name }) => name).join('、')}`)
  }
  if (!body.isForm) return joined
  const files = new Set(body.fields.filter(({ schema }) => isFile(schema)).map(({ name }) => name))
  return formOf(isRecord(joined) ? joined : {}, files)
}

/** The options of an operation as the parser takes them. */
function configOf(inputs: ReturnType<typeof optionsOf>): ParseArgsOptionsConfig {
  const config: ParseArgsOptionsConfig = { ...shared }
  for (const [name, input] of inputs)
    config[name] = {
      type: typeOf(input.schema) === 'boolean' ? 'boolean' : 'string',
      multiple: isList(input),
      ...(name === 'keyword' ? { short: 'k' } : {}),
    }
  return config
}

/** Reads a command line by the parameters of its operation. @throws UsageError where it does not fit them */
export async function read(described: Described, args: readonly string[], io: Io): Promise<Given> {
  const inputs = optionsOf(described)
  const { values, positionals } = parseWords(args, configOf(inputs), true)
  const inPath = described.parameters.filter((each) => each.in === 'path')
  if (positionals.length > inPath.length) throw new UsageError(`多余的参数：${positionals[inPath.length]}`)
  const taken = new Map<Input, unknown>(
    positionals.flatMap((word, at) => {
      const input = inPath[at]
      return input ? [[input, typedOf(input.name, input, input.schema, word)]] : []
    }),
  )
  for (const [name, input] of inputs) {
    const given = values[name]
    if (given === undefined) continue
    taken.set(
      input,
      Array.isArray(given)
        ? given.map((each) => typedOf(name, input, input.schema.items ?? {}, each))
        : typedOf(name, input, input.schema, given),
    )
  }
  for (const [name, input] of inputs)
    if (input.in !== 'body' && input.required && !taken.has(input))
      throw new UsageError(input.in === 'path' ? `缺少参数 <${input.name}>` : `缺少 --${name}`)
  const of = (where: Input['in']) =>
    // In the order of the contract, whatever that of the command line.
    Object.fromEntries(
      [...new Set(inputs.values())].flatMap((each) =>
        each.in === where && taken.has(each) ? [[each.name, taken.get(each)]] : [],
      ),
    )
  const body = await wholeBody(described, of('body'), values['body'] as string | undefined, io) // an option of one text
  return {
    values: values as Given['values'], // by `shared`
    params: of('path') as Given['params'], // texts and numbers, by their schemas
    query: of('query'),
    headers: of('header') as Given['headers'], // texts, by their schemas
    body,
  }
}
