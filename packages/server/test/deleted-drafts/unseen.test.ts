import type { XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/operations.ts'
import { type Rig, startRig } from '../rig.ts'
import { accountOf, isOpenTo } from '../support/callers.ts'
import { tokenOf } from '../support/log-in.ts'
import { KINDS } from './kinds.ts'

const MARK = '回收站不可见之站'
const VIEWERS = [
  'enterprise_yc',
  'county_yc',
  'city_wz',
  'province_nx',
  'nation',
  'admin',
  'platform',
  'query',
]
/** Lists of what is deleted, the log of who deleted it, and streams, which do not end. */
const LEFT_OUT = ['listAuditLog', 'getAuditEntry', 'downloadAuditLog']
const STREAMS = /stream|^\/api\/events|^\/auth\//i

let rig: Rig
const drafts: { id: number; fileId: number }[] = []
const authorOf = (username: string): Promise<XinchuClient> => rig.sameAs(username)

beforeAll(async () => {
  rig = await startRig({ config: { captcha: false } })
  for (const [at, kind] of KINDS.entries()) {
    const author = await authorOf(kind.author)
    const draft = await kind.make(author, `盐池县${MARK}${at}`, 70 + at)
    drafts.push(draft)
    // Seen before, by the same reads.
    expect(await kind.names(author)).toContain(`盐池县${MARK}${at}`)
  }
  const enterprise = await authorOf('enterprise_yc')
  const province = await authorOf('province_nx')
  const [project, pilot, provincial] = drafts.map(({ id }) => id)
  await enterprise.projects.delete([project ?? 0])
  await enterprise.demoProjects.delete([pilot ?? 0])
  await province.provincialDemos.delete([provincial ?? 0])
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const reads = operations.filter(
  ({ id, method, path }) =>
    method === 'GET' && !/^listDeleted/.test(id) && !LEFT_OUT.includes(id) && !STREAMS.test(path),
)

/** Requests that would find a draft: all rows, a search for its name, and its id wherever one is asked for. */
function addressesOf({ path, parameters }: (typeof reads)[number]): string[] {
  const names = new Set(parameters.map(({ name }) => name))
  const asks = [...names].filter((name) => /^(id|ids|.*Id|.*Ids)$/.test(name) && !path.includes(`{${name}}`))
  const year = `${new Date().getFullYear()}`
  const common = [
    ...(names.has('size') ? [['size', '500']] : []),
    ...(names.has('year') ? [['year', year]] : []),
  ]
  const word = ['keyword', 'q', 'projectName'].find((name) => names.has(name))
  const queries = [common, ...(word ? [[...common, [word, MARK]]] : [])]
  const byId = drafts.flatMap(({ id }) => [
    ...asks.map((name) => [...common, [name, `${id}`]]),
    ...(path.includes('{') ? [common] : []),
  ])
  const address = (query: string[][], id: number) =>
    `${path.replaceAll(/\{\w+\}/g, `${id}`)}?${new URLSearchParams(query)}`
  return [...queries, ...byId].flatMap((query) => drafts.map(({ id }) => address(query, id)))
}

test.each(VIEWERS)('a deleted draft shows in nothing that %s reads', async (username) => {
  const Authorization = await tokenOf(rig.url, username)
  const found: string[] = []
  let answered = 0
  for (const operation of reads) {
    if (!isOpenTo(accountOf(username), operation.id)) continue
    for (const address of new Set(addressesOf(operation))) {
      const reply = await fetch(rig.url + address, { headers: { Authorization } })
      const text = await reply.text()
      if (reply.ok) answered += 1
      // A search repeats what it was asked for, without the place.
      if (text.includes(`盐池县${MARK}`)) found.push(`${operation.id} ${address}`)
    }
  }
  expect(found).toEqual([])
  expect(answered).toBeGreaterThan(20)
})

test('its office alone finds it, in the bin of its kind', async () => {
  const enterprise = await authorOf('enterprise_yc')
  const province = await authorOf('province_nx')
  const [project, pilot, provincial] = drafts.map(({ id }) => id)
  const ids = ({ content }: { content: { id: number }[] }) => content.map(({ id }) => id)
  expect(ids(await enterprise.projects.listDeleted())).toEqual([project])
  expect(ids(await enterprise.demoProjects.listDeleted())).toEqual([pilot])
  expect(ids(await province.provincialDemos.listDeleted())).toEqual([provincial])
  expect(ids(await province.projects.listDeleted())).toEqual([])
  await enterprise.projects.restore({ ids: [project ?? 0] })
  await enterprise.demoProjects.restore({ ids: [pilot ?? 0] })
  await province.provincialDemos.restore({ ids: [provincial ?? 0] })
  expect(ids(await enterprise.projects.listDeleted())).toEqual([])
})

test('its file is refused to every other office', async () => {
  const [{ fileId } = { fileId: 0 }] = drafts
  for (const username of ['enterprise_sy', 'county_yc', 'province_nx', 'nation'])
    await expect((await authorOf(username)).files.download(fileId)).rejects.toMatchObject({ status: 404 })
})
