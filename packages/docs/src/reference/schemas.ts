import { dictionaries } from '@xinchu/contract/dictionaries'
import type { Page } from '../pages.ts'
import { contract, operations, type Schema } from './contract.ts'
import { fieldsTable } from './fields.ts'
import { captionOf, type SchemaPages, table } from './text.ts'

const isObject = (schema: Schema) => contract.propertiesOf(schema).properties.length > 0

function* refsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, each] of Object.entries(value))
    if (key === '$ref' && typeof each === 'string') yield each
    else if (key !== 'examples' && key !== 'example') yield* refsIn(each)
}

/** Objects that belong to each tag: the first tag whose operations reach them. */
function objectsByTag(): Map<string, string[]> {
  const byTag = new Map<string, string[]>()
  const taken = new Set<string>()
  const visit = (tag: string, value: unknown) => {
    for (const ref of refsIn(value)) {
      const [, , kind = '', name = ''] = ref.split('/')
      if (taken.has(ref)) continue
      taken.add(ref)
      const parts: Readonly<Record<string, unknown>> = {
        ...contract.document.components.schemas,
        ...contract.document.components.responses,
        ...contract.document.components.parameters,
      }
      const schema = parts[name]
      if (kind === 'schemas' && isObject(contract.document.components.schemas[name] ?? {}))
        byTag.set(tag, [...(byTag.get(tag) ?? []), name])
      visit(tag, schema)
    }
  }
  for (const { tag, path, method } of operations)
    visit(tag, contract.document.paths[path]?.[method.toLowerCase()])
  return byTag
}

const byTag = objectsByTag()

/** Page of each object of the contract. */
export const schemaPages: SchemaPages = new Map(
  [...byTag].flatMap(([tag, names]) => names.map((name) => [name, `data-${tag}.md`] as const)),
)

function chapterOf(name: string): string {
  const schema = contract.whole({ $ref: `#/components/schemas/${name}` })
  return [`## ${name} {#${name}}`, captionOf(schema), fieldsTable(schema, schemaPages)].join('\n\n')
}

/** The objects of each tag as pages. */
export function dataPages(): Page[] {
  const titles = new Map(contract.document.tags.map((tag) => [tag.name, tag['x-displayName']]))
  return [...byTag].map(([tag, names]) => ({
    path: `operations/data-${tag}`,
    name: `${titles.get(tag)}：数据`,
    text: [`# ${titles.get(tag)}：数据结构`, ...names.map(chapterOf)].join('\n\n'),
  }))
}

/** The dictionaries with their values as a page. */
export function dictionariesPage(): Page {
  const chapters = Object.entries(dictionaries).map(([name, { title, closed, values }]) =>
    [
      `## ${title} {#${name}}`,
      `\`${name}\`${closed ? '，取值固定' : '，取值可由系统管理员增改，以 `dicts.getMap` 读得的为准'}`,
      table(
        ['取值', '含义', '上级'],
        values.map(({ value, label, parent = '' }) => [`\`${value}\``, label, parent]),
      ),
    ].join('\n\n'),
  )
  return { path: 'operations/dictionaries', name: '字典', text: ['# 字典', ...chapters].join('\n\n') }
}
