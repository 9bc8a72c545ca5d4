import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import ts from 'typescript'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { writtenParts } from '../../docs/src/written.ts'
import * as sdk from '../src/index.ts'
import * as node from '../src/node/index.ts'
import { folderOfPublished, published } from './support/installed-package.ts'
import { run } from './support/programs.ts'
import { json, refusal, startServer } from './support/server.ts'

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const blocks = [...README.matchAll(/^```ts\n(.*?)^```/gms)].map(([, text = '']) => text)

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** What the text around a block has said already. */
const AROUND = `
declare const xinchu: import('@xinchu/sdk').XinchuClient
declare const { demoReview, demoProjects }: import('@xinchu/sdk').XinchuClient
declare const baseUrl: string
declare const { username, password, code, uuid, orderNo }: Record<'username' | 'password' | 'code' | 'uuid' | 'orderNo', string>
declare const draft: import('@xinchu/sdk').ProjectDraft
declare const request: Parameters<typeof xinchu.projects.submit>[0]
declare const rows: import('@xinchu/sdk').ImportRecord[]
declare const signal: AbortSignal
declare const groupId: number
declare const projectIds: number[]
declare const deadline: string
declare function show(what: unknown): void
declare function tell(...what: unknown[]): void
declare function later(ms: number | undefined): void
declare function reload(): void
declare function remember(id: number): void
declare function toLogin(message: string): void
declare function log(...what: unknown[]): void
declare const logger: { info(entry: unknown): void }
declare function writeFile(path: string, content: unknown): Promise<void>
`

/** A block as a module: names that it declares or imports are its own. */
function moduleOf(text: string): string {
  const own = [...text.matchAll(/(?:const|import) \{?([^}=]*?)\}? (?:=|from)/g)].flatMap(([, names = '']) =>
    names.split(/,\s*/),
  )
  const imported = (name: string) =>
    !own.some((each) => each.trim() === name) && new RegExp(`\\b${name}\\(`).test(text)
  const missing = (from: string, names: string[]) =>
    names.filter(imported).length > 0
      ? `import { ${names.filter(imported).join(', ')} } from '${from}'\n`
      : ''
  return `${missing(
    '@xinchu/sdk',
    Object.keys(sdk).filter((name) => !(name in sdk.resources)),
  )}${missing('@xinchu/sdk/node', Object.keys(node))}
export async function example() {
${text.replace(/^import .*$/gm, '')}
}
${[...text.matchAll(/^import .*$/gm)].map(([line]) => line).join('\n')}
`
}

function problemsOf(texts: readonly string[]): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    customConditions: ['@xinchu/source'],
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
  }
  const files = new Map(
    texts.map((text, at) => [join(import.meta.dirname, `readme-${at}.ts`), moduleOf(text)]),
  )
  files.set(join(import.meta.dirname, 'readme-around.d.ts'), AROUND)
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (name) => files.has(name) || fileExists(name)
  host.getSourceFile = (name, ...rest) => {
    const text = files.get(name)
    return text === undefined
      ? getSourceFile(name, ...rest)
      : ts.createSourceFile(name, text, ts.ScriptTarget.ES2022)
  }
  const program = ts.createProgram([...files.keys()], options, host)
  return [...files].flatMap(([name, text]) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(name))
      .map(
        ({ messageText, start = 0 }) =>
          `${ts.flattenDiagnosticMessageText(messageText, ' ')} in: ${text.slice(start, start + 60)}`,
      ),
  )
}

describe('the README', () => {
  test('has examples that compile as they stand', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(5)
    expect(problemsOf(blocks)).toEqual([])
  })

  test('and the other documents for users run no command of a name that anybody may register', () => {
    const root = new URL('../../../', import.meta.url)
    const pages = readdirSync(new URL('packages/docs/pages/', root), { recursive: true, encoding: 'utf8' })
    const files = [
      'README.md',
      'packages/sdk/README.md',
      ...['conformance', 'testing', 'cli'].map((name) => `packages/${name}/README.md`),
      ...pages.filter((name) => name.endsWith('.md')).map((name) => `packages/docs/pages/${name}`),
    ]
    const commands = files.flatMap((file) =>
      [...readFileSync(new URL(file, root), 'utf8').matchAll(/(?:npx|npm install) [\w ./-]*?xinchu/g)].map(
        ([command]) => command,
      ),
    )
    expect(new Set(commands)).toEqual(new Set(['npx --no -- xinchu', 'npm install ./xinchu']))
  })

  test('sends to pages that know the cure of every kind of error', () => {
    const source = readFileSync(new URL('../src/errors.ts', import.meta.url), 'utf8')
    const kinds = [...source.matchAll(/readonly kind = '(.*)'/g)].map(([, kind = '']) => kind).sort()
    expect(kinds.length).toBeGreaterThan(15)
    const folder = new URL('../../docs/pages/errors/', import.meta.url)
    const pages = readdirSync(folder).filter((name) => name !== 'index.md')
    expect(pages.sort()).toEqual(kinds.map((kind) => `${kind}.md`))
    for (const page of pages)
      expect(readFileSync(new URL(page, folder), 'utf8')).toMatch(/^\| 如何处置 \| [^|]{4,}/m)
    const section = /^## 错误\n(.*?)^## /ms.exec(README)?.[1] ?? ''
    expect(section).toContain('`/docs/errors/network.html`')
    for (const kind of kinds) expect(section).toMatch(new RegExp(`^\\|[^|]*\`${kind}\`[^|]*\\|`, 'm'))
  })

  test.each(published)(
    'of %s leads to what is packed, and to pages that the platform serves',
    async (name) => {
      const folder = folderOfPublished(name)
      const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], folder)
      const [packed]: { files: { path: string }[] }[] = JSON.parse(stdout)
      const paths = new Set(packed?.files.map(({ path }) => path))
      const text = readFileSync(join(folder, 'README.md'), 'utf8')
      const targets = [...text.matchAll(/\]\(([^)#]+)/g)].map(([, target = '']) => target)
      const isPacked = (target: string) => paths.has(posix.normalize(target))
      expect(targets.filter((target) => !/^https:/.test(target) && !isPacked(target))).toEqual([])

      const served = new Set(
        writtenParts().flatMap(({ groups }) =>
          groups.flatMap(({ pages }) => pages.map(({ path }) => `/docs/${path}.html`)),
        ),
      )
      const named = [...text.matchAll(/\/docs\/[\w/-]+\.html/g)].map(([address]) => address)
      expect(named.length).toBeGreaterThan(0)
      expect(named.filter((address) => !served.has(address))).toEqual([])
    },
  )

  test('has a daily job that runs with a session that has ended, and with none', async () => {
    const job = blocks.find((text) => text.includes('environmentCredentials('))
    if (!job) throw new Error('there is no such example')
    let logins = 0
    const server = await startServer(({ path, authorization }, response) => {
      if (path === '/auth/login') {
        logins += 1
        return json(response, 200, {
          flag: 'not',
          token: `Bearer ${logins}`,
          refreshToken: 'r',
          randomNumber: '1',
        })
      }
      if (authorization !== `Bearer ${logins}`)
        return json(response, 401, refusal(401, '登录过期，请重新登录'))
      return json(response, 200, { content: [], totalElements: 0 })
    })
    closing.push(server.close)
    const dir = await mkdtemp(join(tmpdir(), 'xinchu-readme-'))
    closing.push(() => rmSync(dir, { recursive: true }))
    vi.stubEnv('XINCHU_USERNAME', 'erp')
    vi.stubEnv('XINCHU_PASSWORD', 'Abc12345')
    closing.push(() => vi.unstubAllEnvs())

    const text = ts.transpile(job.replace(/^import .*$/gm, ''), { target: ts.ScriptTarget.ES2022 })
    const names = {
      ...sdk,
      ...node,
      baseUrl: server.url,
      fileStore: () => node.fileStore(join(dir, 'session.json')),
    }
    // As a script of its own: an async function of everything that it imports.
    const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor
    const script = new AsyncFunction(...Object.keys(names), `${text}\nreturn page`)
    for (let day = 1; day <= 3; day++) {
      expect(await script(...Object.values(names))).toEqual({ content: [], totalElements: 0 })
      expect(logins).toBe(day)
      // Overnight the session ends at the server.
      await node
        .fileStore(join(dir, 'session.json'))
        .write({ token: 'Bearer old', refreshToken: 'old', randomNumber: '0' })
    }
  })
})

test.each([
  [404, '请求的内容不存在'],
  [405, '该地址不支持此请求方法'],
  [501, '尚未提供'],
])(
  'the page on versions names the kind of error that a call of a newer platform gets: %i',
  async (status, message) => {
    const server = await startServer((_seen, response) => json(response, status, refusal(status, message)))
    closing.push(server.close)
    const failed = sdk.createClient({ baseUrl: server.url, retry: { times: 0 } }).platform.get()
    const { kind, code } = await failed.catch((error) => error)
    expect(code).toBeUndefined()
    const page = readFileSync(new URL('../../docs/pages/guide/upgrading.md', import.meta.url), 'utf8')
    expect(page).toMatch(new RegExp(`^\\| [^|]*${status}[^|]* \\| \\[\`${kind}\`\\]`, 'm'))
  },
)
