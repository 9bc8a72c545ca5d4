import { dictionaries } from '@xinchu/sdk/fields'
import type { QueryOf, ReplyOf } from '../contract.ts'
import { type Refusal, refuse } from '../reply.ts'
import { pageOf } from './pages.ts'

type Entry = ReplyOf<'queryDictDetail'>['content'][number]

const names = Object.keys(dictionaries)
const tables: Readonly<Record<string, (typeof dictionaries)[keyof typeof dictionaries] | undefined>> =
  dictionaries

const nameMissing = () =>
  refuse(400, 'need Dict names', { code: 'F-001', errors: [{ field: 'dictName', message: '值不能为空' }] })

/** The entries of one dictionary with its initial values; none of an unknown one. */
function entriesOf(name: string): Entry[] {
  const dictId = names.indexOf(name) + 1
  return (tables[name]?.values ?? []).map(({ value, label, parent }, at) => ({
    id: dictId * 1_000 + at + 1,
    dict: { id: dictId, name },
    dictName: name,
    ...{ value, label, dictSort: at + 1, enabled: true },
    ...(parent ? { parent } : {}),
  }))
}

export function listEntries(query: QueryOf<'queryDictDetail'>): ReplyOf<'queryDictDetail'> | Refusal {
  const { dictName, label = '' } = query
  if (!dictName) return nameMissing()
  const found = entriesOf(dictName).filter((entry) => entry.label.includes(label))
  return { content: pageOf(found, query), totalElements: found.length }
}

export function mapEntries({ dictName }: QueryOf<'getDictMap'>): ReplyOf<'getDictMap'> | Refusal {
  if (!dictName) return nameMissing()
  return Object.fromEntries(dictName.split(',').map((name) => [name, entriesOf(name)]))
}
