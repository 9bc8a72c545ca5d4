import type { Operation } from '@xinchu/sdk/operations'
import type { Account } from '../accounts.ts'
import type { Check } from '../check.ts'
import type { Kit } from '../kit.ts'
import type { Deviation } from '../types.ts'
import { field, rowsOf } from '../values.ts'
import { deviationOf } from '../wire.ts'
import { pagedLists } from './sweep.ts'

const SIZE = 3
/** Lists of which refusals are looked at. */
const FEW = 6

const listsById = (kit: Kit): readonly (readonly [Operation, Account])[] =>
  pagedLists(kit).filter(([{ parameters }]) => parameters.some(({ name }) => name === 'afterId'))

/** Reads the first rows of a list by id at once and in two parts. */
async function walk(kit: Kit, { id }: Operation, as: Account): Promise<Deviation | undefined> {
  const read = (afterId: number, size: number) => kit.call(id, { as, query: { afterId, size } })
  const whole = await read(0, 2 * SIZE)
  if (whole.status !== 200) return deviationOf(whole, 'afterId=0 应回复 200')
  const atOnce = rowsOf(whole.json).map((row) => Number(field(row, 'id')))
  if (atOnce.some((each, at) => !(each > (atOnce[at - 1] ?? 0))))
    return deviationOf(whole, `afterId=0 应按主键升序，实为 ${atOnce.join()}`)
  const after = atOnce[SIZE - 1]
  if (after === undefined) return undefined
  const rest = await read(after, SIZE)
  const ids = rowsOf(rest.json).map((row) => Number(field(row, 'id')))
  if (ids.join() === atOnce.slice(SIZE).join()) return undefined
  return deviationOf(rest, `主键 ${after} 之后应为 ${atOnce.slice(SIZE).join()}，实为 ${ids.join()}`)
}

async function checkById(kit: Kit): Promise<readonly Deviation[]> {
  const found: Deviation[] = []
  for (const [operation, as] of listsById(kit)) {
    // Somebody may have deleted a record in between.
    const deviation = (await walk(kit, operation, as)) && (await walk(kit, operation, as))
    if (deviation) found.push(deviation)
  }
  for (const [{ id }, as] of listsById(kit).slice(0, FEW)) {
    const answer = await kit.call(id, { as, query: { afterId: 0, page: 0 } })
    if (answer.status !== 400) found.push(deviationOf(answer, '同时给出 afterId 与 page 应回复 400'))
  }
  return found
}

export const pagingByIdCheck: Check = {
  id: 'convention.page-after-id',
  level: 'convention',
  expects: '给出 afterId 时按主键升序列出其后的行；不能另给 page 或 sort',
  source: '约定·分页，参数 afterId',
  needs: ['any'],
  run: checkById,
}
