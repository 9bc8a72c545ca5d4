import type { ErrorObject } from 'ajv/dist/2020.js'

/** Kinds of violation: a check reports one of them. */
export type ProblemKind = 'missing' | 'unknown' | 'type' | 'null' | 'date' | 'decimals' | 'value'

/** A violation of a schema, in words for the user. */
export interface Problem {
  /** Path in the value, such as `content[0].ratedPower`; empty for the value itself. */
  readonly path: string
  readonly kind: ProblemKind
  readonly message: string
}

type Told = Pick<Problem, 'kind' | 'message'> & {
  /** Property of the value that it is about. */
  name?: string
}

/** The contract has no other numbers than those that JSON can write. */
function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const value = (message: string): Told => ({ kind: 'value', message })
const between = (least = 0, most: unknown = '不限') => `不在 ${least} 至 ${most} 之间`
const unknown = (name: string): Told => ({ kind: 'unknown', message: '约定中没有此属性', name })

function dateOf({ data, parentSchema }: ErrorObject): Told {
  const form = parentSchema?.['x-format'] ?? 'yyyy-MM-dd'
  return { kind: 'date', message: `${JSON.stringify(data)} 不是 ${form}` }
}

const isDate = ({ parentSchema }: ErrorObject): boolean =>
  parentSchema?.['format'] === 'date' || parentSchema?.['x-format'] !== undefined

const lengthOf = ({ data, parentSchema }: ErrorObject): Told =>
  value(
    `长度 ${[...String(data)].length} ${between(parentSchema?.['minLength'], parentSchema?.['maxLength'])}`,
  )

const countOf = ({ data, parentSchema }: ErrorObject): Told =>
  value(`项数 ${Object(data).length} ${between(parentSchema?.['minItems'], parentSchema?.['maxItems'])}`)

const boundsOf = ({ data, parentSchema }: ErrorObject): Told =>
  value(`${data} ${between(parentSchema?.['minimum'] ?? '不限', parentSchema?.['maximum'])}`)

const propertiesOf = ({ data }: ErrorObject): Told =>
  value(`属性个数 ${Object.keys(Object(data)).length} 不在规定之内`)

const TOLD: Readonly<Record<string, (error: ErrorObject) => Told>> = {
  required: ({ params }) => ({ kind: 'missing', message: '缺少此属性', name: params['missingProperty'] }),
  dependentRequired: ({ params }) => ({
    kind: 'missing',
    message: `有 ${params['property']} 时缺少此属性`,
    name: params['missingProperty'],
  }),
  additionalProperties: ({ params }) => unknown(params['additionalProperty']),
  unevaluatedProperties: ({ params }) => unknown(params['unevaluatedProperty']),
  type: ({ data, schema }) => ({
    kind: data === null ? 'null' : 'type',
    message: `应为 ${[schema].flat().join(' 或 ')}，实为 ${typeOf(data)}`,
  }),
  enum: ({ data }) => value(`${JSON.stringify(data)} 不是所列取值之一`),
  format: dateOf,
  'x-format': dateOf,
  pattern: (error) =>
    isDate(error) ? dateOf(error) : value(`${JSON.stringify(error.data)} 不符合 ${error.schema}`),
  minLength: lengthOf,
  maxLength: lengthOf,
  minimum: boundsOf,
  maximum: boundsOf,
  exclusiveMinimum: ({ data, schema }) => value(`${data} 应大于 ${schema}`),
  'x-decimals': ({ data, schema }) => ({ kind: 'decimals', message: `${data} 超过 ${schema} 位小数` }),
  minItems: countOf,
  maxItems: countOf,
  uniqueItems: () => value('有重复的项'),
  minProperties: propertiesOf,
  maxProperties: propertiesOf,
}

const unescaped = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~')

/** A JSON pointer as a path: `/content/0/id` is `content[0].id`. */
const pathOf = (steps: readonly string[]): string =>
  steps.reduce((path, step) => {
    if (/^\d+$/.test(step)) return `${path}[${step}]`
    return path === '' ? step : `${path}.${step}`
  }, '')

/** A violation in words; undefined for one that only repeats others. */
function problemOf(error: ErrorObject): Problem | undefined {
  const told = TOLD[error.keyword]?.(error)
  if (!told) return undefined
  const { name = error.propertyName, kind, message } = told
  const steps = error.instancePath.split('/').slice(1).map(unescaped)
  return { path: pathOf(name === undefined ? steps : [...steps, name]), kind, message }
}

/** The violations of a value, each place's first of a kind. A value of another type has no other violation. */
export function problemsOf(errors: readonly ErrorObject[]): Problem[] {
  const found = new Map<string, Problem>()
  const mistyped = new Set<string>()
  for (const error of errors) {
    const problem = problemOf(error)
    if (!problem) continue
    const { path, kind, message } = problem
    if (kind === 'type' || kind === 'null') mistyped.add(path)
    const key = JSON.stringify([path, kind === 'date' ? kind : message])
    if (!found.has(key)) found.set(key, problem)
  }
  return [...found.values()].filter(({ path, kind }) => kind !== 'value' || !mistyped.has(path))
}
