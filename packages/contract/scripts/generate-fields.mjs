const KINDS = [
  ...['string', 'number', 'integer', 'boolean', 'date', 'datetime'],
  ...['dict', 'dicts', 'region', 'rows', 'list', 'object'],
]

const refName = (ref) => ref.split('/').at(-1)

/** Resolves `$ref`. Sibling keywords win. */
function resolve(document, schema) {
  if (!schema.$ref) return schema
  const { $ref, ...own } = schema
  return { ...resolve(document, document.components.schemas[refName($ref)]), ...own }
}

/** Properties of a schema and its parts, in document order. */
function propertiesOf(document, schema) {
  const resolved = resolve(document, schema)
  const parts = (resolved.allOf ?? []).map((part) => propertiesOf(document, part))
  return Object.assign({}, ...parts, resolved.properties)
}

function requiredOf(document, schema) {
  const resolved = resolve(document, schema)
  return [
    ...(resolved.required ?? []),
    ...(resolved.allOf ?? []).flatMap((part) => requiredOf(document, part)),
  ]
}

function kindOf(document, raw) {
  const schema = resolve(document, raw)
  const ref = raw.$ref && refName(raw.$ref)
  if (ref === 'Date') return 'date'
  if (ref === 'DateTime') return 'datetime'
  if (ref === 'RegionCode') return 'region'
  if (schema.type === 'array') {
    const item = resolve(document, schema.items ?? {})
    if (item['x-dict']) return 'dicts'
    return item.type === 'object' ? 'rows' : 'list'
  }
  if (schema.type === 'boolean') return 'boolean'
  if (schema['x-dict']) return 'dict'
  return ['number', 'integer', 'object'].includes(schema.type) ? schema.type : 'string'
}

function fieldSpec(document, name, raw, required) {
  const schema = resolve(document, raw)
  const item = schema.type === 'array' ? resolve(document, schema.items ?? {}) : {}
  const dict = schema['x-dict'] ?? item['x-dict']
  const spec = {
    name,
    caption: schema.title,
    kind: kindOf(document, raw),
    unit: schema['x-unit'],
    dict,
    source: schema['x-source'],
    rule: schema['x-rule'],
    group: schema['x-group'],
    hint: raw.$ref ? raw.description : schema.description,
    draft: required.includes(name) || undefined,
    required: schema['x-required'],
    end: schema['x-end'],
    maxLength: schema.maxLength,
    minimum: schema.minimum,
    exclusiveMinimum: schema.exclusiveMinimum,
    maximum: schema.maximum,
    decimals: schema['x-decimals'],
    importColumn: schema['x-import'],
  }
  return Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== undefined))
}

function ruleNames(entities) {
  const names = entities.flatMap(([, specs]) => specs.map(({ rule }) => rule)).filter(Boolean)
  return [...new Set(names)]
    .sort()
    .map((name) => `'${name}'`)
    .join(' | ')
}

/** Names for repeated texts, so that each is stored once. */
function sharedNames(texts) {
  const seen = new Set()
  const repeated = new Set(texts.filter((text) => seen.size === seen.add(text).size))
  return new Map([...repeated].map((text, at) => [text, `shared${at}`]))
}

/** Text of gen/fields.ts. */
export function writeFields(document) {
  const entities = Object.entries(document.components.schemas)
    .map(([name, schema]) => {
      const required = requiredOf(document, schema)
      const specs = Object.entries(propertiesOf(document, schema))
        .filter(([, property]) => resolve(document, property).title)
        .map(([property, raw]) => fieldSpec(document, property, raw, required))
      return [name, specs]
    })
    .filter(
      ([name, specs]) =>
        document.components.schemas[name]['x-form'] ||
        specs.some((spec) => spec.rule || spec.required || spec.group),
    )
  const shared = sharedNames(entities.flatMap(([, specs]) => specs.map((spec) => JSON.stringify(spec))))
  const textOf = (spec) => shared.get(JSON.stringify(spec)) ?? JSON.stringify(spec)
  const body = entities
    .map(([name, specs]) => `  ${name}: [\n${specs.map((spec) => `    ${textOf(spec)},`).join('\n')}\n  ],`)
    .join('\n')
  const groups = Object.entries(document.components.schemas)
    .filter(([, schema]) => schema['x-groups'])
    .map(([name, schema]) => `  ${name}: ${JSON.stringify(schema['x-groups'])},`)
    .join('\n')
  return `
export { dictionaries } from './dictionaries.ts'
export type { Dictionary, DictionaryName, DictionaryValue } from './dictionaries.ts'

/** One property of an entity, as described by the contract and used by the validators. */
export interface FieldSpec {
  readonly name: string
  /** The Chinese caption. */
  readonly caption: string
  readonly kind: ${KINDS.map((kind) => `'${kind}'`).join(' | ')}
  readonly unit?: string
  /** Name of the dictionary of allowed values. */
  readonly dict?: string
  /** Name of the register of allowed values that is not a dictionary. */
  readonly source?: 'owner'
  /** Name of the validator. */
  readonly rule?: ${ruleNames(entities)}
  readonly group?: string
  readonly hint?: string
  /** Required even in a draft. */
  readonly draft?: boolean
  /** Required on submission: always, or when another field has one of these values. */
  readonly required?: 'submit' | { readonly field: string; readonly in: readonly string[] }
  /** A deadline: given to the minute, it includes that minute. */
  readonly end?: true
  readonly maxLength?: number
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  /** Maximum number of decimals. */
  readonly decimals?: 4
  /** The column of the import workbook, from 1. */
  readonly importColumn?: number
}

export type EntityName = ${entities.map(([name]) => `'${name}'`).join(' | ')}

// Properties shared by several entities.
${[...shared].map(([text, name]) => `const ${name}: FieldSpec = ${text}`).join('\n')}

/** Fields of each entity for forms, templates and messages. */
export const fields: Readonly<Record<EntityName, readonly FieldSpec[]>> = {
${body}
}

/** Captions of field groups per entity. */
export const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
${groups}
}
`
}
