import { codes, messages } from '@xinchu/validators'
import type { Db } from '../db/database.ts'
import type { Caller } from '../domain/caller.ts'
import { keptValues } from '../domain/desk/kept.ts'
import { Dictionaries, type DictionaryProblem, loadEntries } from '../domain/dict/lookup.ts'
import type { JsonSchema, Operation } from '../operations.ts'
import { MOST_PROBLEMS } from './bounded-ajv.ts'
import { type DictionaryUse, dictionaryPlaces, dictionaryUses } from './dictionary-uses.ts'
import { parametersSchema } from './read-parameters.ts'
import { refusal } from './refuse.ts'

interface Request {
  query: unknown
  body: unknown
  /** The caller, who must be able to see a record for it to keep a retired value. */
  caller?: Caller | undefined
}

type DictionaryCheck = (db: Db, request: Request) => Promise<void>

// These calls search or compare records, which may hold retired values.
const looksOnly = ({ id, success }: Operation): boolean => success.isFile || id === 'checkProjectRepeat'

async function problemsOf(db: Db, uses: readonly DictionaryUse[]) {
  const entries = await loadEntries(
    db,
    uses.map(({ dict }) => dict),
    uses.map(({ value }) => value),
  )
  const dictionaries = new Dictionaries(entries)
  return uses.flatMap((use) => {
    const problem = dictionaries.problemOf(use.dict, use.value)
    return problem ? [{ use, problem }] : []
  })
}

const toProblem = ({ use, problem }: { use: DictionaryUse; problem: DictionaryProblem }) => ({
  field: use.field,
  code: codes[problem],
  message: messages[problem],
})

/** The same of a parameter, which names the value: the address has it, and no form shows it. */
const toNamed = (found: { use: DictionaryUse; problem: DictionaryProblem }) => ({
  ...toProblem(found),
  value: found.use.value,
  message: `没有“${found.use.value}”，${messages[found.problem]}`,
})

/** Rejects query values that are in no dictionary. Retired values are allowed in searches. @throws HttpError 400 */
export function queryCheckOf(operation: Operation): (db: Db, query: unknown) => Promise<void> {
  const schema = parametersSchema(operation, 'query')
  const places = dictionaryPlaces(schema)
  return async (db, query) => {
    const uses = dictionaryUses(places, query)
    if (uses.length === 0) return
    const problems = (await problemsOf(db, uses)).filter(({ problem }) => problem === 'dictionary')
    if (problems.length > 0) throw refusal(problems.slice(0, MOST_PROBLEMS).map(toNamed), schema)
  }
}

function bodyCheckOf(operation: Operation, schema: JsonSchema): (db: Db, request: Request) => Promise<void> {
  const places = dictionaryPlaces(schema)
  return async (db, { body, caller }) => {
    const uses = dictionaryUses(places, body)
    if (uses.length === 0) return
    const found = await problemsOf(db, uses)
    const retired = found.filter(({ problem }) => problem === 'retired').map(({ use }) => use)
    const kept = looksOnly(operation)
      ? new Set(retired)
      : await keptValues(db, { operationId: operation.id, body, caller }, retired)
    const problems = found.filter(({ use }) => !kept.has(use))
    if (problems.length > 0) throw refusal(problems.slice(0, MOST_PROBLEMS).map(toProblem), schema)
  }
}

function compile(operation: Operation): DictionaryCheck {
  const checkQuery = queryCheckOf(operation)
  const checkBody = operation.body?.json && bodyCheckOf(operation, operation.body.json)
  return async (db, request) => {
    await checkQuery(db, request.query)
    await checkBody?.(db, request)
  }
}

const compiled = new Map<Operation, DictionaryCheck>()

/**
 * Checks every value of an editable dictionary in a call, wherever its schema says `x-dict`, in at most one query.
 * Entries are read each time, because another copy of the server may change them. The places in the schemas are found once
 * per process, at the operation's first call.
 * @throws HttpError 400 naming each field
 */
export const checkDictionaries = (operation: Operation, db: Db, request: Request): Promise<void> => {
  const check = compiled.get(operation) ?? compile(operation)
  compiled.set(operation, check)
  return check(db, request)
}
