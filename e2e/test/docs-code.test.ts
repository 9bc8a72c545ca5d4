import { existsSync, readFileSync } from 'node:fs'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasPython } from '../../openapi/clients/python-here.ts'
import { root } from '../../packages/docs/src/pages.ts'
import { smallPdf } from '../../packages/server/test/support/small-pdf.ts'
import { typeErrors } from '../support/docs-code/modules.ts'
import { documented, placeOf } from '../support/docs-code/pages.ts'
import { type Rig, rigFor, runModules, runScripts, writeModules } from '../support/docs-code/run.ts'
import { importWorkbook } from '../support/import-workbook.ts'
import { onPlatform } from '../support/on-platform.ts'

const app = onPlatform({ WEBHOOK_LOOPBACK: 'true' })
// Takes what the platform pushes, and passes on what is sent to it as a proxy.
const receiver = createServer((request, response) => {
  if (request.url?.startsWith('/')) {
    request.resume()
    response.writeHead(204).end()
    return
  }
  const { method, headers } = request
  const onward = send(request.url ?? '', { method, headers }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers)
    reply.pipe(response)
  })
  request.pipe(onward)
})

async function fixture(name: string, page: number): Promise<Uint8Array> {
  if (name.endsWith('.xlsx')) return importWorkbook(app.url(), 'svc_enterprise', 2, {}, 900 + page * 10)
  if (name.endsWith('.pdf')) return Buffer.from(smallPdf(name))
  if (name.endsWith('.pem')) return Buffer.from(rootCertificates[0] ?? '')
  throw new Error(`no page can have ${name}`)
}

let rig: Rig
let modules: Map<string, string>
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo // it listens on a port
  rig = await rigFor(app.url(), `http://127.0.0.1:${port}`, fixture)
  modules = writeModules(rig.here)
})
afterAll(() => {
  rig?.remove()
  receiver.close()
})

test('every block of the documentation says its language, and few are not run', () => {
  const blocks = documented.flatMap((page) => page.blocks.map((block) => ({ page, block })))
  const unknown = blocks
    .filter(
      ({ page, block }) =>
        !/^(?:ts|sh|python|json|text)$/.test(block.language) && !page.testedBy.has(block.language),
    )
    .map(({ page, block }) => `${placeOf(page, block)} ${block.language}`)
  expect(unknown).toEqual([])
  for (const [language, file] of documented.flatMap(({ testedBy }) => [...testedBy]))
    expect([language, existsSync(join(root, file))]).toEqual([language, true])
  for (const { block } of blocks)
    if (block.testedIn)
      expect([block.testedIn, existsSync(join(root, block.testedIn))]).toEqual([block.testedIn, true])
  expect(blocks.filter(({ block }) => block.noRun).length).toBeLessThanOrEqual(8)
  expect(blocks.length).toBeGreaterThan(60)
})

test('JSON of the documentation parses, and no code hides in an indented block', () => {
  for (const page of documented) {
    for (const { language, code } of page.blocks) if (language === 'json') JSON.parse(code)
    const outside = readFileSync(join(root, page.source), 'utf8').replace(/^```.*?^```|^<!--.*?-->/gms, '')
    expect([page.source, outside.match(/\n\n {4}\S.*/)]).toEqual([page.source, null])
  }
})

test('TypeScript of the documentation compiles strictly', () => {
  const found = typeErrors([...modules.keys()])
  expect(found.map((line) => line.replace(/^[^:]+/, (file) => modules.get(file) ?? file))).toEqual([])
})

test('commands of the documentation run on a platform', async () => {
  const failures = await Promise.all(documented.map((page) => runScripts(page, 'sh', rig)))
  expect(failures.flat()).toEqual([])
})

test('TypeScript of the documentation runs on a platform', async () => {
  expect(await runModules(rig)).toEqual([])
})

test.skipIf(!hasPython)('Python of the documentation runs on a platform', async () => {
  const failures = await Promise.all(documented.map((page) => runScripts(page, 'python', rig)))
  expect(failures.flat()).toEqual([])
})
