import { sessionFetch, type XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperationId } from '../src/contract/operation-id.ts'
import { elementOf, propertiesOf, resolve } from '../src/contract/schema-walk.ts'
import { operations } from '../src/operations.ts'
import { pageTables } from '../src/page-tables/serve.ts'
import { type Rig, startRig } from './rig.ts'
import { csvTable } from './support/csv-table.ts'

let rig: Rig
let nation: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  nation = await rig.sameAs('nation')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

type Rows = readonly [address: string, call: OperationId, list?: string]

const FOLDER = '/planningmonitoring/project'
/** Calls whose rows a page has, by its address without the level. */
const CALLS: readonly Rows[] = [
  ['scalelayout', 'getScaleLayout'],
  ['scalelayout?rows=ratedPower,region:640000', 'queryEsProjects', 'content'],
  ['usage', 'getUsageStatistics'],
  ['usage?table=outliers', 'listUsageOutliers', 'content'],
  ['usage?table=spread', 'getUsageSpread', 'rows'],
  ['usage?table=histogram', 'getUsageSpread', 'bins'],
  ['completeness?table=progress', 'getUsageTimeliness', 'courses'],
  ['pipeline', 'getPipeline', 'stages'],
  ['pipeline?table=flows', 'getPipeline', 'flows'],
  ['pipeline?table=spans', 'getPipeline', 'spans'],
  ['map', 'findProjectLocations'],
  ['warehouse', 'queryEsProjects', 'content'],
]

/** Properties of a row that a file shows, by the contract: no lists, no keys, no rights of the caller. */
function outward(call: OperationId, list: string | undefined): string[] {
  const reply = operations.find(({ id }) => id === call)?.success.schema
  const rows = list === undefined ? reply : reply && propertiesOf(reply).get(list)
  const row = rows && elementOf(rows, 'items')
  if (!row) throw new Error(`${call} has no rows`)
  return [...propertiesOf(row)].flatMap(([name, schema]) => {
    const { type } = resolve(schema)
    const isKey = /\/(?:Id|Version)$/.test(String(schema['$ref'])) || /^(?:editable|deletable)$/.test(name)
    return isKey || type === 'array' || type === 'object' ? [] : [name]
  })
}

const suffixed = (address: string, format: string) => {
  const [page = '', query = ''] = address.split('?')
  return `${FOLDER}/${page}.${format}${query && `?${query}`}`
}
const open = async (address: string, format: string) => {
  const reply = await sessionFetch(nation)(suffixed(address, format))
  expect([address, reply.status]).toEqual([address, 200])
  return reply
}

interface Answer {
  meta: Readonly<Record<'period' | 'status' | 'total' | 'source' | 'moment', string>>
  columns: readonly { name: string; caption: string; unit?: string }[]
  rows: readonly Readonly<Record<string, unknown>>[]
}

test.each(CALLS.map(([address, call, list]) => ({ address, call, list })))(
  'the files of $address have each column of the contract once, in its order',
  async ({ address, call, list }) => {
    const { columns } = (await (await open(address, 'json')).json()) as Answer // compared here
    const names = columns.map(({ name }) => name)
    const wanted = outward(call, list)
    expect(names.slice(0, wanted.length)).toEqual(wanted)
    const captions = columns.map(({ caption }) => caption)
    expect(captions).toEqual([...new Set(captions)])
  },
)

const pages = Object.keys(pageTables).map((path) => path.slice(FOLDER.length + 1))
const all = [
  ...new Set([...CALLS.map(([address]) => address), ...pages, 'completeness?table=missing']),
].filter((address) => !/(?:Region|Province)$/.test(address))

test.each(all)('the files of %s say period, status, total, source and moment', async (address) => {
  const { meta, rows, columns } = (await (await open(address, 'json')).json()) as Answer // compared here
  const { period, status, total, source, moment } = meta
  expect(total).toBe(`共 ${rows.length.toLocaleString('en')} 行`)
  expect(moment).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect(['正式', '暂行', '演示延续', '修订']).toContain(status)
  expect(source).not.toBe('')
  expect(new Set(columns.map(({ caption }) => caption)).size).toBe(columns.length)
  const keys = rows.flatMap((row) => Object.keys(row))
  expect(keys.filter((key) => /^(?:id|version|orgId|editable|deletable)$/.test(key))).toEqual([])
  const bytes = new Uint8Array(await (await open(address, 'csv')).arrayBuffer())
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  expect(text.startsWith('\ufeff')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const [[line = ''] = [], head = []] = csvTable(bytes)
  const parts = [period, status, total, source].filter(Boolean).join(' · ')
  expect(line.startsWith(`${parts} · 20`)).toBe(true)
  expect(line).toMatch(/ · 演示数据，不代表官方统计$/)
  expect(head).toEqual(columns.map(({ caption, unit }) => (unit ? `${caption}（${unit}）` : caption)))
})
