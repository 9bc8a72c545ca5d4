import { setTimeout as pause } from 'node:timers/promises'
import type { Account } from '../accounts.ts'
import type { Check } from '../check.ts'
import { expectStatus, expectThat, type Kit } from '../kit.ts'
import { type Need, SkipError } from '../types.ts'
import { field, listOf, textOf } from '../values.ts'
import type { Answer } from '../wire.ts'
import { deleteAfterwards, idOf, MARK, soundDraft, type Values } from './drafts.ts'

const level = 'imports'
const LONGEST_MS = 30_000
const WORKING = new Set(['UPLOADED', 'PARSING', 'VALIDATING', 'COMMITTING'])

const CODES = ['provinceCode', 'cityCode', 'countyCode']

/** A sound draft as a row of a workbook: texts by field. */
async function rowOf(kit: Kit, as: Account, more: Values = {}): Promise<Values> {
  const { functionTypes: _list, isEchelonUse: _flag, ...draft } = soundDraft(as)
  const places = await placeNames(kit, as)
  const plain = Object.entries(draft).filter(([name]) => !CODES.includes(name))
  return {
    ...Object.fromEntries(plain.map(([name, value]) => [name, String(value)])),
    ...places,
    functionTypes: '1',
    isEchelonUse: '否',
    ...more,
  }
}

/** Rows name places in words, and the company in full. */
const placeNames = (kit: Kit, as: Account): Promise<Values> =>
  kit.once(`place of ${as.username}`, async () => {
    const info = await kit.call('getAuthInfo', { as })
    const user = field(info.json, 'user')
    const { json } = await kit.call('getChinaDictTree')
    const find = (nodes: readonly unknown[], code: string): unknown =>
      nodes.find((node) => ['code', 'value', 'regionCode'].some((name) => field(node, name) === code))
    const province = find(listOf(json), as.place.provinceCode)
    const city = find(listOf(field(province, 'children')), as.place.cityCode)
    const county = find(listOf(field(city, 'children')), as.place.countyCode)
    const nameOf = (node: unknown) => textOf(field(node, 'name')) || textOf(field(node, 'label'))
    return {
      province: nameOf(province),
      city: nameOf(city),
      county: nameOf(county),
      companyName: textOf(field(user, 'companyName')) || textOf(field(user, 'orgName')),
      creditCode: textOf(field(user, 'creditCode')),
    }
  })

const countOf = (answer: Answer, name: string) => Number(field(answer.json, name))
const stateOf = (answer: Answer) => textOf(field(answer.json, 'state'))

async function settled(kit: Kit, as: Account, id: number): Promise<Answer> {
  const until = Date.now() + LONGEST_MS
  for (let wait = 50; ; wait = Math.min(wait * 2, 1000)) {
    const answer = expectStatus(await kit.call('getImportBatch', { as, params: { id } }), 200)
    if (!WORKING.has(stateOf(answer))) return answer
    expectThat(answer, Date.now() < until, `${LONGEST_MS / 1000} 秒后仍为 ${stateOf(answer)}`)
    await pause(wait)
  }
}

async function upload(kit: Kit, as: Account, rows: readonly Values[], more: Values = {}): Promise<Answer> {
  const body = { clientKey: crypto.randomUUID(), rows, last: true, ...more }
  const answer = await kit.call('importProjects', { as, body })
  if (answer.status === 423) throw new SkipError('不在项目的填报时间内')
  cancelAfterwards(kit, as, answer)
  return expectStatus(answer, 202)
}

function cancelAfterwards(kit: Kit, as: Account, answer: Answer): void {
  const params = { id: idOf(answer) }
  if (answer.status === 202) kit.afterwards((last) => last.call('cancelImportBatch', { as, params }))
}

const rowsIn = async (kit: Kit, as: Account, batchId: number) => {
  const answer = expectStatus(await kit.call('listImports', { as, query: { batchId, size: 50 } }), 200)
  const rows = listOf(field(answer.json, 'rows'))
  for (const row of rows) {
    const id = Number(field(row, 'projectId'))
    if (id > 0) deleteAfterwards(kit, as, id)
  }
  return { answer, rows }
}

const ownProjects = async (kit: Kit, as: Account, keyword: string) =>
  Number(
    field((await kit.call('queryEsProjects', { as, query: { keyword, size: 1 } })).json, 'totalElements'),
  )

/** Two rows, the second with a wrong number: checked without writing. */
const checkedRows = (kit: Kit) =>
  kit.once('checked rows', async () => {
    const as = kit.who('ENT')
    const rows = [await rowOf(kit, as), await rowOf(kit, as, { contactPhone: '0951-2000000' })]
    const first = await upload(kit, as, rows)
    return {
      as,
      id: idOf(first),
      ready: await settled(kit, as, idOf(first)),
      ...(await rowsIn(kit, as, idOf(first))),
    }
  })

async function checkRows(kit: Kit): Promise<undefined> {
  const { ready } = await checkedRows(kit)
  expectThat(ready, stateOf(ready) === 'READY', `校验后状态应为 READY，实为 ${stateOf(ready)}`)
  expectThat(ready, countOf(ready, 'totalRows') === 2, 'totalRows 应为 2')
  const passed = ['okRows', 'warnRows', 'repeatRows'].reduce((sum, name) => sum + countOf(ready, name), 0)
  expectThat(ready, passed === 1 && countOf(ready, 'errorRows') === 1, '应有 1 行通过、1 行有错误')
  return undefined
}

async function checkErrors(kit: Kit): Promise<undefined> {
  const { answer, rows } = await checkedRows(kit)
  const wrong = rows.find((row) => textOf(field(row, 'state')) === 'ERROR')
  const [issue] = listOf(field(wrong, 'errors'))
  expectThat(answer, Number(field(wrong, 'rowNo')) > 0 && issue !== undefined, '有错误的行应给出行号与问题')
  for (const [name, value] of [
    ['field', 'contactPhone'],
    ['value', '0951-2000000'],
    ['code', 'F-003'],
  ] as const)
    expectThat(
      answer,
      field(issue, name) === value,
      `问题的 ${name} 应为 ${value}，实为 ${String(field(issue, name))}`,
    )
  for (const name of ['caption', 'message'])
    expectThat(answer, textOf(field(issue, name)) !== '', `问题应给出 ${name}`)
  return undefined
}

async function checkDryRun(kit: Kit): Promise<undefined> {
  const as = kit.who('ENT')
  const row = await rowOf(kit, as)
  const first = await upload(kit, as, [row], { dryRun: true })
  const id = idOf(first)
  const ready = await settled(kit, as, id)
  expectThat(ready, field(ready.json, 'dryRun') === true, 'dryRun 应为 true')
  const commit = await kit.call('commitImportBatch', { as, params: { id }, body: {} })
  if (commit.status === 202) await settled(kit, as, id)
  await rowsIn(kit, as, id)
  expectStatus(commit, 409, '仅校验的批次不能写入')
  const found = await ownProjects(kit, as, textOf(row['projectName']))
  expectThat(commit, found === 0, '仅校验的批次不应新建项目')
  return undefined
}

async function checkCommit(kit: Kit): Promise<undefined> {
  const { as, id } = await checkedRows(kit)
  expectStatus(await kit.call('commitImportBatch', { as, params: { id }, body: { skipRepeat: false } }), 202)
  const done = await settled(kit, as, id)
  const { answer, rows } = await rowsIn(kit, as, id)
  expectThat(done, countOf(done, 'committedRows') === 1, '应写入 1 行')
  const written = rows.map((row) => Number(field(row, 'projectId') ?? 0)).filter((each) => each > 0)
  expectThat(answer, written.length === 1, '写入的行应给出 projectId')
  const project = await kit.call('getEsProject', { as, params: { id: written[0] ?? 0 } })
  expectStatus(project, 200, '写入的项目可以读取')
  return undefined
}

async function checkChunks(kit: Kit): Promise<undefined> {
  const as = kit.who('ENT')
  const clientKey = crypto.randomUUID()
  const send = async (last: boolean) => {
    const answer = await kit.call('importProjects', {
      as,
      body: { clientKey, rows: [await rowOf(kit, as)], dryRun: true, last },
    })
    cancelAfterwards(kit, as, answer)
    return answer
  }
  const [first, second] = [expectStatus(await send(false), 202), expectStatus(await send(true), 202)]
  expectThat(second, idOf(second) === idOf(first), '同一 clientKey 的行应归入同一批次')
  const ready = await settled(kit, as, idOf(first))
  expectThat(ready, countOf(ready, 'totalRows') === 2, '两次提交的行应合为 2 行')
  expectStatus(await send(true), 409, '已收齐的批次不再接收')
  return undefined
}

async function checkCancel(kit: Kit): Promise<undefined> {
  const as = kit.who('ENT')
  const id = idOf(await upload(kit, as, [await rowOf(kit, as)]))
  await settled(kit, as, id)
  const cancel = () => kit.call('cancelImportBatch', { as, params: { id } })
  expectStatus(await cancel(), 200)
  expectStatus(await cancel(), 200, '重复取消得到相同结果')
  const commit = await kit.call('commitImportBatch', { as, params: { id }, body: {} })
  if (commit.status === 202) {
    await settled(kit, as, id)
    await rowsIn(kit, as, id)
  }
  expectStatus(commit, 409, '已取消的批次不能写入')
  return undefined
}

async function checkInvisible(kit: Kit): Promise<undefined> {
  const { id } = await checkedRows(kit)
  const stranger = kit.who('ENT2')
  expectStatus(
    await kit.call('getImportBatch', { as: stranger, params: { id } }),
    404,
    '其他单位的批次与不存在的相同',
  )
  return undefined
}

const check = (
  name: string,
  expects: string,
  source: string,
  run: Check['run'],
  needs: readonly Need[] = ['ENT'],
): Check => ({
  id: `imports.${name}`,
  level,
  expects,
  source,
  needs,
  writes: true,
  run,
})

/** Checks of imports by rows. Their records are named by {@link MARK}. */
export const importChecks: readonly Check[] = [
  check('rows', '分批提交的行经校验后分为通过与有错误', 'importProjects、getImportBatch', checkRows),
  check(
    'errors',
    '有错误的行给出行号、字段、列名、原值、规则代码与说明',
    'listImports，ImportCellIssue',
    checkErrors,
  ),
  check('invisible', '其他单位的批次回复 404', 'getImportBatch', checkInvisible, ['ENT', 'ENT2']),
  check('dry-run', '仅校验的批次不能写入（409），不新建项目', 'commitImportBatch', checkDryRun),
  check('commit', '写入通过的行，有错误的行不写入', 'commitImportBatch', checkCommit),
  check('chunks', '同一 clientKey 归入同一批次，收齐后再提交回复 409', 'importProjects', checkChunks),
  check('cancel', '取消后不能写入，重复取消得到相同结果', 'cancelImportBatch', checkCancel),
]
