import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, logIn, post } from '../support/http.ts'
import { soundProject } from '../support/projects.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts'
import { smallPdf } from '../support/small-pdf.ts'

let disk: SmallDisk
let server: ServerProcess
let token: string
beforeAll(async () => {
  disk = mountSmallDisk(340)
  server = await startServer({ DATA_DIR: disk.folder })
  token = await logIn(server.url, 'enterprise_yc')
})
afterAll(async () => {
  server?.kill('SIGTERM')
  await server?.ended
  disk?.remove()
})

const create = (name: string) =>
  post(`${server.url}/api/esProject`, token, soundProject(1, { projectName: name }), {
    'Idempotency-Key': crypto.randomUUID(),
  })

const list = () =>
  call(`${server.url}/api/esProject/queryCustom?size=1`, { headers: { Authorization: token } })

async function total(): Promise<unknown> {
  const { body } = await list()
  return Object(body).totalElements
}

function upload(bytes: number) {
  const form = new FormData()
  form.append('bizType', 'PROJECT_RECORD')
  form.append('file', new Blob([smallPdf(' '.repeat(bytes))]), '大文件.pdf')
  return call(`${server.url}/api/files`, { method: 'POST', headers: { Authorization: token }, body: form })
}

const uploads = () => readdirSync(join(disk.folder, 'uploads'))

/** Creates until one is refused; answers the refusal and the names that were acknowledged. */
async function createUntilRefused(label: string, most: number) {
  const made: string[] = []
  for (let at = 0; at < most; at++) {
    const answer = await create(`${label}第${at}储能站`)
    if (answer.status !== 201) return { answer, made }
    made.push(`${label}第${at}储能站`)
  }
  throw new Error('the disk was never full')
}

test('with a full disk writes get 507 and store nothing, reads go on, and freed space is enough', async () => {
  expect((await upload(1_000)).status).toBe(201)
  const before = uploads().length
  const known = Number(await total())
  disk.fill()
  const { answer, made } = await createUntilRefused('满盘', 2_000)
  expect(answer).toMatchObject({ status: 507, body: { status: 507 } })
  expect(Object(answer.body).message).toContain('存储空间不足')
  expect((await upload(4_000_000)).status).toBe(507)
  expect(uploads()).toHaveLength(before)
  expect(await total()).toBe(known + made.length)

  disk.free()
  expect((await create('腾出空间后的储能站')).status).toBe(201)
  expect((await upload(4_000_000)).status).toBe(201)
  expect(await total()).toBe(known + made.length + 1)
  expect(await logIn(server.url, 'province_nx')).toBeTruthy()
  expect(server.isAlive()).toBe(true)
  expect(server.output()).not.toContain('"level":60')
})
