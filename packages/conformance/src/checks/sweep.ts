import type { Operation, Schema } from '@xinchu/sdk/operations'
import { isAmong } from '@xinchu/sdk/rights'
import type { Account } from '../accounts.ts'
import type { Kit } from '../kit.ts'
import { field, rowsOf } from '../values.ts'
import { forEach, isHarmless } from './basic.ts'

// It reveals personal data, and each call of it is recorded.
const LEFT_OUT = new Set(['revealProjectContact', 'getCaptcha', 'getCaptchaWork', 'verifyDocument'])

// Those who see most come first.
const BREADTH = ['NAT', 'ADM', 'NQ', 'PRV', 'CTY', 'CNT', 'ENT']
const rank = ({ code }: Account) => (BREADTH.indexOf(code ?? '') + BREADTH.length + 1) % (BREADTH.length + 1)

/** The account that may make this call and sees most; undefined for none. */
export const callerOf = (kit: Kit, operation: Operation): Account | undefined =>
  [...kit.accounts].sort((a, b) => rank(a) - rank(b)).find(({ holder }) => isAmong(holder, operation.callers))

const ID = /^(?:id|\w*Id|ids)$/

/** Ids of records that lists have shown, by the tag of the operation. */
type Known = Map<string, number>

/** A value for a parameter that has to be given; undefined if there is none at hand. */
function sample(
  kit: Kit,
  operation: Operation,
  name: string,
  schema: Schema,
  account: Account,
  known: Known,
): unknown {
  const place = field(account.place, name)
  if (place) return place
  if (name === 'provinceCode') return '110000'
  if (/^(?:year|batchYear)$/.test(name)) return new Date().getFullYear()
  if (name === 'quarter' || name === 'batchNo') return 1
  if (name === 'q') return '储能'
  if (ID.test(name)) return known.get(operation.tag)
  return kit.contract.whole(schema).enum?.[0]
}

async function callOnce(kit: Kit, operation: Operation, known: Known): Promise<boolean> {
  const account = callerOf(kit, operation)
  if (!account && !operation.isPublic) return true
  const needed = operation.parameters.filter(({ required }) => required)
  const given: [string, unknown][] = needed.map(({ name, schema }) => [
    name,
    account && sample(kit, operation, name, schema, account, known),
  ])
  if (given.some(([, value]) => value === undefined)) return false
  const values = Object.fromEntries(given)
  const of = (where: string) =>
    Object.fromEntries(needed.flatMap(({ name, in: at }) => (at === where ? [[name, values[name]]] : [])))
  const params = of('path') as Record<string, string | number> // ids and texts
  const answer = await kit.call(operation.id, { as: account, params, query: of('query') })
  const id = Number(field(rowsOf(answer.json)[0], 'id'))
  if (Number.isInteger(id) && !known.has(operation.tag)) known.set(operation.tag, id)
  return true
}

/** Calls each operation that only reads once, so that its reply can be judged. */
export const sweep = (kit: Kit): Promise<void> =>
  kit.once('sweep', async () => {
    const known: Known = new Map()
    const all = kit.swept.filter(
      (operation) =>
        isHarmless(operation) && operation.success.kind === 'json' && !LEFT_OUT.has(operation.id),
    )
    const waiting: Operation[] = []
    const call = async (operation: Operation) => {
      if (!(await callOnce(kit, operation, known))) waiting.push(operation)
    }
    // Lists first: they show the ids that others need.
    await forEach(all, call)
    await forEach(waiting.splice(0), call)
  })

/** A list that is read page by page and needs no other parameter. */
const isPlainPage = ({ method, success, paging, parameters }: Operation): boolean =>
  method === 'GET' &&
  success.kind === 'json' &&
  paging !== undefined &&
  !parameters.some(({ required }) => required)

/** Lists that are read page by page, with the account that sees most of each. */
export const pagedLists = (kit: Kit): (readonly [Operation, Account])[] =>
  kit.swept.flatMap((operation) => {
    const account = isPlainPage(operation) ? callerOf(kit, operation) : undefined
    return account ? [[operation, account] as const] : []
  })
