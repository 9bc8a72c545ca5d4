import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { firstTokens, json, startServer, type TestServer } from '../../sdk/test/support/server.ts'
import { startCommandLine } from './support/command-line.ts'

const bytes = Buffer.alloc(300_000, 'xinchu')

let dir: string
let server: TestServer
let line: Awaited<ReturnType<typeof startCommandLine>>
/** Called when the first part of a reply has been sent. */
let onHalf: (() => void) | undefined
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'xinchu-cli-download-'))
  onHalf = undefined
  line = await startCommandLine()
  server = await startServer(({ path, headers }, response) => {
    if (path.startsWith('/auth')) return json(response, 200, { flag: 'not', ...firstTokens })
    const [, first] = /^bytes=(\d+)-$/.exec(String(headers.range ?? '')) ?? []
    const from = Number(first ?? 0)
    response.writeHead(first === undefined ? 200 : 206, {
      'Content-Type': 'application/octet-stream',
      'Content-Length': bytes.length - from,
      ETag: '"1"',
      ...(first === undefined
        ? {}
        : { 'Content-Range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
    })
    if (!onHalf) return void response.end(bytes.subarray(from))
    response.write(bytes.subarray(from, 200_000), () => onHalf?.())
  })
})
afterEach(async () => {
  await line.close()
  await server.close()
  rmSync(dir, { recursive: true })
})

const env = () => ({ XINCHU_SERVER: server.url, XINCHU_USERNAME: 'fuwu', XINCHU_PASSWORD: 'Abc12345' })

test.each([
  ['the operation', () => ['files', 'download', '7']],
  ['the SDK call', () => ['call', 'files.download', '7']],
])('an interrupted download by %s says how to go on, and goes on', async (_how, words) => {
  const path = join(dir, '附件.pdf')
  const args = [...words(), '-o', path]
  const stop = new AbortController()
  // As soon as some of it is on the disk.
  onHalf = () => {
    const timer = setInterval(() => {
      if ((statSync(`${path}.part`, { throwIfNoEntry: false })?.size ?? 0) === 0) return
      clearInterval(timer)
      stop.abort()
    }, 5)
  }
  const { code, err } = await line.xinchu(args, { env: env(), signal: stop.signal })
  expect([code, existsSync(path)]).toEqual([1, false])
  expect(err).toContain(`存于 ${path}.part；重新执行同一命令即可接续`)
  onHalf = undefined
  expect((await line.xinchu(args, { env: env() })).err).toBe(`已保存：${path}\n`)
  expect([readFileSync(path).equals(bytes), readdirSync(dir)]).toEqual([true, ['附件.pdf']])
  expect(server.seen.at(-1)?.headers.range).toMatch(/^bytes=[1-9]\d*-$/)
})

test('a download shows its progress on a terminal, and keeps a file that is there', async () => {
  const path = join(dir, '附件.pdf')
  const args = ['files', 'download', '7', '-o', path]
  expect((await line.xinchu(args, { env: env(), tty: true })).err).toContain(
    '下载 ████████████████████████ 100%',
  )
  const again = await line.xinchu(args, { env: env() })
  expect([again.code, again.err]).toEqual([1, `文件已存在，如需覆盖请加 --force：${path}\n`])
  expect((await line.xinchu([...args, '--force'], { env: env() })).code).toBe(0)
})

test('help does not offer the headers by which a download goes on', async () => {
  expect((await line.xinchu(['files', 'download', '--help'])).out).not.toContain('range')
})
