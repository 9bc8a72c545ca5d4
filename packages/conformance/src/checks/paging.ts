import { BuildStatus } from '@xinchu/sdk/codes'
import type { Operation } from '@xinchu/sdk/operations'
import type { Account } from '../accounts.ts'
import type { Check } from '../check.ts'
import { expectStatus, type Kit } from '../kit.ts'
import type { Deviation } from '../types.ts'
import { field, rowsOf } from '../values.ts'
import { type Answer, deviationOf } from '../wire.ts'
import { pagingByIdCheck } from './paging-by-id.ts'
import { pagedLists } from './sweep.ts'

const level = 'convention'

const SIZE = 3
const PAGES = 3
const BEYOND = 900_000

type Aspect = 'size' | 'total' | 'complete' | 'beyond'
type Found = Readonly<Record<Aspect, Deviation[]>>

const nothing = (): Found => ({ size: [], total: [], complete: [], beyond: [] })

const totalOf = (answer: Answer) => Number(field(answer.json, 'totalElements'))
// Lists of import rows have theirs beside the content.
const keyOf = (row: unknown) => String(field(row, 'id') ?? JSON.stringify(row))

/** Reads the first pages of a list in two ways and compares them. */
async function walk(kit: Kit, operation: Operation, as: Account): Promise<Found> {
  const found = nothing()
  const read = (page: number, size: number) => kit.call(operation.id, { as, query: { page, size } })
  const whole = await read(0, SIZE * PAGES)
  // The check of the status reports a refused call.
  if (whole.status !== 200) return found
  const total = totalOf(whole)
  const pages: Answer[] = []
  for (let page = 0; page < PAGES && (page === 0 || page * SIZE < total); page++)
    pages.push(await read(page, SIZE))
  for (const [page, answer] of pages.entries()) {
    const expected = Math.max(0, Math.min(SIZE, total - page * SIZE))
    const { length } = rowsOf(answer.json)
    if (length !== expected)
      found.size.push(
        deviationOf(
          answer,
          `第 ${page} 页应有 ${expected} 条（size=${SIZE}，共 ${total} 条），实为 ${length}`,
        ),
      )
    if (totalOf(answer) !== total)
      found.total.push(deviationOf(answer, `totalElements 由 ${total} 变为 ${totalOf(answer)}`))
  }
  const inPages = pages.flatMap((answer) => rowsOf(answer.json).map(keyOf))
  const atOnce = rowsOf(whole.json).map(keyOf)
  const hasSizes = found.size.length === 0 && found.total.length === 0
  if (hasSizes && inPages.join() !== atOnce.join())
    found.complete.push(deviationOf(whole, `各页相接为 ${inPages.join()}，一次读取为 ${atOnce.join()}`))
  const beyond = await read(BEYOND, SIZE)
  if (beyond.status !== 200 || rowsOf(beyond.json).length > 0)
    found.beyond.push(deviationOf(beyond, '末页之后应为 200 与空的 content'))
  return found
}

const walkAll = (kit: Kit): Promise<Found> =>
  kit.once('paging', async () => {
    const all = nothing()
    for (const [operation, account] of pagedLists(kit)) {
      let found = await walk(kit, operation, account)
      // Somebody may have added a record in between.
      if (Object.values(found).some((list) => list.length > 0)) found = await walk(kit, operation, account)
      for (const aspect of Object.keys(all) as Aspect[]) all[aspect].push(...found[aspect])
    }
    return all
  })

async function refusePages(kit: Kit): Promise<readonly Deviation[]> {
  const found: Deviation[] = []
  const wrong = [{ page: -1 }, { size: 0 }, { size: 10_000 }, { page: '0x1' }, { size: '1e1' }]
  for (const [operation, as] of pagedLists(kit).slice(0, 6))
    for (const query of wrong) {
      const answer = await kit.call(operation.id, { as, query })
      if (answer.status !== 400) found.push(deviationOf(answer, `${JSON.stringify(query)} 应回复 400`))
    }
  return found
}

const powerOf = (row: unknown) => Number(field(row, 'ratedPower') ?? 0)

async function checkSort(kit: Kit): Promise<readonly Deviation[]> {
  const as = kit.who('any')
  const found: Deviation[] = []
  for (const [order, sign] of [
    ['asc', 1],
    ['desc', -1],
  ] as const) {
    const query = { sort: `ratedPower,${order}`, size: 50 }
    const answer = expectStatus(await kit.call('queryEsProjects', { as, query }), 200)
    const powers = rowsOf(answer.json)
      .filter((row) => field(row, 'ratedPower') !== undefined)
      .map(powerOf)
    if (powers.some((power, at) => at > 0 && (power - (powers[at - 1] ?? 0)) * sign < 0))
      found.push(deviationOf(answer, `没有按 ratedPower,${order} 排序：${powers.slice(0, 8).join()}`))
  }
  const unknown = await kit.call('queryEsProjects', { as, query: { sort: 'noSuchField,asc' } })
  if (unknown.status !== 400) found.push(deviationOf(unknown, '不能用于排序的字段应回复 400'))
  return found
}

/** Reads the numbers of records by one filter and by two values of it. */
async function checkFilter(kit: Kit): Promise<readonly Deviation[]> {
  const as = kit.who('any')
  const found: Deviation[] = []
  const read = async (buildStatus: string[]) =>
    expectStatus(await kit.call('queryEsProjects', { as, query: { buildStatus, size: 50 } }), 200)
  const { planned, operating } = BuildStatus
  const [one, other, both] = [
    await read([planned]),
    await read([operating]),
    await read([planned, operating]),
  ]
  for (const [answer, wanted] of [
    [one, planned],
    [other, operating],
  ] as const)
    if (rowsOf(answer.json).some((row) => field(row, 'buildStatus') !== wanted))
      found.push(deviationOf(answer, `buildStatus=${wanted} 的结果含有其他状态的项目`))
  if (totalOf(one) + totalOf(other) !== totalOf(both))
    found.push(
      deviationOf(
        both,
        `重复书写的数组参数应为其并集：${totalOf(one)} + ${totalOf(other)} ≠ ${totalOf(both)}`,
      ),
    )
  return found
}

const paged = (name: string, expects: string, aspect: Aspect): Check => ({
  id: `convention.${name}`,
  level,
  expects,
  source: '约定·分页',
  needs: ['any'],
  run: async (kit) => (await walkAll(kit))[aspect],
})

export const pagingChecks: readonly Check[] = [
  paged('page-size', '每页至多 size 条，除末页外恰为 size 条', 'size'),
  paged('page-total', '各页的 totalElements 相同', 'total'),
  paged('page-order', '次序稳定，各页不重不漏', 'complete'),
  paged('page-beyond', '末页之后为 200 与空的 content', 'beyond'),
  pagingByIdCheck,
  {
    id: 'convention.page-range',
    level,
    expects: 'page、size 超出范围或不是普通十进制写法时回复 400',
    source: '参数 page、size，约定·数值',
    needs: ['any'],
    run: refusePages,
  },
  {
    id: 'convention.sort',
    level,
    expects: '按 sort 排序；字段不可用于排序时回复 400',
    source: 'queryEsProjects，参数 sort，规则 W-027',
    needs: ['any'],
    run: checkSort,
  },
  {
    id: 'convention.filter',
    level,
    expects: '只列出符合条件的记录；数组参数重复书写键名，取其并集',
    source: 'queryEsProjects，约定·数组型查询参数',
    needs: ['any'],
    run: checkFilter,
  },
]
