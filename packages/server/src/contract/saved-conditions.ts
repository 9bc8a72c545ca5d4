import type { components } from '@xinchu/contract/schema'
import type { Db } from '../db/database.ts'
import { badRequest, HttpError, refusedFields } from '../errors.ts'
import { operations } from '../operations.ts'
import { queryCheckOf } from './dictionary-check.ts'
import type { Handlers } from './types.ts'
import { validatorOf } from './validator.ts'

type Draft = components['schemas']['SavedQueryDraft']

/** The operation behind each list. */
const CALLS: Readonly<Record<Draft['listName'], keyof Handlers>> = {
  'es-project': 'queryEsProjects',
  warehouse: 'queryEsProjects',
}

// Paging is not part of a saved query.
const PAGING: ReadonlySet<string> = new Set(['page', 'size', 'afterId'])

function listOf(name: Draft['listName']) {
  const operation = operations.find(({ id }) => id === CALLS[name])
  if (!operation) throw new Error(`the contract has no call ${CALLS[name]}`)
  const isMany = (field: string) =>
    operation.parameters.some((each) => each.name === field && each.schema['type'] === 'array')
  return { isMany, validator: validatorOf(operation), assertDictionaryValues: queryCheckOf(operation) }
}

const lists = new Map<string, ReturnType<typeof listOf>>()

/**
 * Validates saved conditions as the list itself would.
 * @throws HttpError 400 with the list's errors
 */
export async function assertConditions(db: Db, { listName, conditions }: Draft): Promise<void> {
  const list = lists.get(listName) ?? listOf(listName)
  lists.set(listName, list)
  for (const field of Object.keys(conditions))
    if (PAGING.has(field))
      throw badRequest('W-021', `不支持的参数 ${field}`, [
        { field: `conditions.${field}`, message: '不能保存' },
      ])
  // Several values are comma-separated in one text. A sort order is one value that contains a comma.
  const read = ([field, text]: [string, string]) =>
    [field, list.isMany(field) && field !== 'sort' ? text.split(',') : text] as const
  try {
    const query = list.validator.query(Object.fromEntries(Object.entries(conditions).map(read)))
    await list.assertDictionaryValues(db, query)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const problems = error.errors?.map((each) => ({ ...each, field: `conditions.${each.field}` }))
    throw refusedFields(error.message, problems ?? [])
  }
}
