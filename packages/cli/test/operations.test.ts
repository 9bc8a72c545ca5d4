import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import document from '@xinchu/sdk/openapi.json' with { type: 'json' }
import { operations } from '@xinchu/sdk/operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describe as describeOperation, type Input, type Schema } from '../src/contract.ts'
import { isFile, optionsOf } from '../src/inputs.ts'
import { pick } from '../src/json-path.ts'
import { csvOf } from '../src/output.ts'
import { startCommandLine } from './support/command-line.ts'

const all = Object.entries(operations).flatMap(([resource, verbs]) =>
  Object.entries(verbs).map(([verb, key]) => [resource, verb, key] as const),
)

let line: Awaited<ReturnType<typeof startCommandLine>>
const seen: { method: string; path: string; query: URLSearchParams; body: string }[] = []
// Answers every operation with nothing found.
const fake = createServer(async (request, response) => {
  const url = new URL(request.url ?? '', 'http://x')
  seen.push({
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    body: await text(request),
  })
  response.setHeader('content-type', 'application/json')
  response.end('{"content":[],"totalElements":0}')
})
let env: Record<string, string>

beforeAll(async () => {
  line = await startCommandLine()
  await line.login()
  await new Promise<void>((resolve) => fake.listen(0, '127.0.0.1', resolve))
  const address = fake.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const config = join(line.dir, 'config')
  const session = readdirSync(config).find((name) => name.startsWith('session-')) ?? ''
  copyFileSync(join(config, session), join(config, `session-${encodeURIComponent(url)}.json`))
  env = { XINCHU_SERVER: url }
})
afterAll(async () => {
  fake.closeAllConnections()
  fake.close()
  await line.close()
})

function sampleOf(schema: Schema): string {
  if (schema.enum) return String(schema.enum.find((value) => value !== null))
  return schema.type === 'integer' || schema.type === 'number' ? '7' : '1'
}

/** Words for every parameter of an operation, one value each. */
function wordsOf(options: ReadonlyMap<string, Input>): string[] {
  return [...options].flatMap(([name, { in: where, schema }]) => {
    if (where !== 'query' || ['province', 'city', 'county', 'tech', 'page-size'].includes(name)) return []
    return schema.type === 'boolean' ? [`--${name}`] : [`--${name}`, sampleOf(schema.items ?? schema)]
  })
}

test('every operation of the contract has exactly one pair of words', () => {
  const stated = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(all.map(([, , key]) => key).sort()).toEqual(stated.sort())
  expect(
    all.filter(([resource, verb]) => !/^[a-z]+(-[a-z]+)* [a-z]+(-[a-z]+)*$/.test(`${resource} ${verb}`)),
  ).toEqual([])
})

test('each sends its own call, with every parameter and the body in place', async () => {
  for (const [resource, verb, key] of all) {
    const described = await describeOperation(key)
    const inPath = described.parameters.filter((each) => each.in === 'path')
    const headers = described.parameters.some(({ name }) => name === 'Authorization')
      ? ['--authorization', 'x']
      : []
    const form = described.body?.isForm
      ? described.body.fields.flatMap((field) => {
          const option = [...optionsOf(described)].find(([, input]) => input === field)?.[0]
          if (!option || !field.required) return []
          return [`--${option}`, isFile(field.schema) ? line.workbook() : sampleOf(field.schema)]
        })
      : []
    const body =
      described.body && !described.body.isForm ? ['--body', JSON.stringify(described.body.example)] : []
    const out = described.reply === 'file' ? ['-o', join(line.dir, 'out'), '--force'] : ['--json']
    const words = [
      ...inPath.map(() => '7'),
      ...wordsOf(optionsOf(described)),
      ...headers,
      ...form,
      ...body,
      ...out,
    ]
    const before = seen.length
    const { err } = await line.xinchu([resource, verb, ...words], { env })
    const sent = seen[before]
    const path = described.path.replace(/\{\w+\}/g, '7')
    expect([resource, verb, err, sent?.method, sent?.path]).toEqual([
      resource,
      verb,
      sent ? err : '',
      described.method,
      path,
    ])
    const asked = described.parameters.filter((each) => each.in === 'query').map(({ name }) => name)
    expect([key, [...new Set(sent?.query.keys())].sort()]).toEqual([key, [...new Set(asked)].sort()])
    if (body.length > 0) expect(JSON.parse(sent?.body ?? '')).toEqual(described.body?.example)
  }
})

test('each explains its parameters, its fields and an example', async () => {
  for (const [resource, verb, key] of all) {
    const { out } = await line.xinchu([resource, verb, '--help'])
    const described = await describeOperation(key)
    for (const name of optionsOf(described).keys()) {
      const isWord = described.parameters.some((each) => each.in === 'path' && each.name === name)
      expect(out).toContain(isWord ? `<${name}>` : `--${name}`)
    }
    if (described.body) expect(out).toContain(JSON.stringify(described.body.example))
  }
  expect((await line.xinchu(['projects', '--help'])).out).toMatch(/list .*项目列表/)
  expect((await line.xinchu(['--help'])).out).toContain('fill-times')
  const own = (await line.xinchu(['import', '--help'])).out
  expect([own.includes('--dry-run'), own.includes('--server'), own.includes('--only')]).toEqual([
    true,
    true,
    false,
  ])
})

describe('a list', () => {
  test.each([
    ['json', (out: string) => JSON.parse(out).content[0].id === 1],
    ['ndjson', (out: string) => JSON.parse(out).id === 1],
    [
      'csv',
      (out: string) => out.split('\r\n')[0]?.split(',').includes('id') && out.split('\r\n').length === 3,
    ],
    ['table', (out: string) => out.startsWith('编号')],
  ])('is printed as %s', async (format, isRight) => {
    const { code, out } = await line.xinchu(['projects', 'list', '--output', format])
    expect([code, isRight(out)]).toEqual([0, true])
  })

  test('is asked for by short words, and reduced by a path', async () => {
    const words = ['--province', '64', '--page-size', '50', '--query', 'content[*].id', '--json']
    expect(JSON.parse((await line.xinchu(['projects', 'list', ...words])).out)).toEqual([1])
    expect(line.server.seen.at(-1)?.path).toBe(
      '/api/esProject/queryCustom?provinceCode=640000&size=50&page=0',
    )
  })

  test('is not printed in a form that there is not', async () => {
    const { code, err } = await line.xinchu(['projects', 'list', '--output', 'xml'])
    expect([code, err.includes('table、json、ndjson、csv')]).toEqual([2, true])
  })
})

test.each([
  ['content[*].id', [1, 2]],
  ['$.content[-1].name', '乙'],
  ['content[].{号:id}', [{ 号: 1 }, { 号: 2 }]],
  ['content[0]["name"]', '甲'],
  ['nothing.there', undefined],
])('a path %s picks its part', (path, expected) => {
  const reply = { content: [{ id: 1, name: '甲' }, { id: 2, name: '乙' }] } // biome-ignore format: one line is enough
  expect(pick(reply, path)).toEqual(expected)
})

test.each([['--json'], ['--output', 'json'], ['--output=json']])(
  'a failure is JSON with %s %s',
  async (...words) => {
    const { out } = await line.xinchu(['orgs', 'list', '--page', '0', ...words.filter(Boolean)])
    expect(JSON.parse(out)).toMatchObject({ error: '--page 应为正整数', exitCode: 2 })
  },
)

test('CSV holds quotes, line breaks and no formulas', () => {
  expect(csvOf([{ a: '1,"2"', b: '=1+1', c: -5, d: null }])).toBe('a,b,c,d\r\n"1,""2""",\'=1+1,-5,\r\n')
})

test('each profile has its own server and session', async () => {
  const login = ['login', '--server', line.server.url, '-u', 'qiye001', '--profile', '宁夏']
  const password = { env: { XINCHU_PASSWORD: 'Abc12345' } }
  expect((await line.xinchu(['whoami', '--profile', '宁夏'])).code).toBe(3)
  expect((await line.xinchu(login, password)).code).toBe(0)
  expect((await line.xinchu(['whoami', '--profile=宁夏'])).code).toBe(0)
  expect((await line.xinchu(['whoami', '--profile', '../x'])).code).toBe(2)
})

test('--verbose names the request, its tries and the causes', async () => {
  const argv = ['health', 'check', '--server', 'http://127.0.0.1:1', '--verbose']
  const { code, err } = await line.xinchu(argv)
  expect(code).toBe(5)
  for (const part of ['→ GET /', '请求号：', '尝试：', 'ECONNREFUSED']) expect(err).toContain(part)
})

describe('an interrupted call that writes', () => {
  const create = async (signal: AbortSignal) => {
    const example = (await describeOperation('POST /api/esProject')).body?.example
    return line.xinchu(['projects', 'create', '--body', JSON.stringify(example)], { env, signal })
  }

  test('says that nothing was written, if it was not sent', async () => {
    const { code, err } = await create(AbortSignal.abort())
    expect([code, err]).toEqual([1, expect.stringContaining('没有写入任何内容；重新执行即可')])
  })

  test('says with which key it may be sent again, if it was sent', async () => {
    const stop = new AbortController()
    let sentKey = ''
    fake.prependOnceListener('request', ({ headers }) => {
      sentKey = String(headers['idempotency-key'])
      stop.abort()
    })
    const { code, err } = await create(stop.signal)
    expect([code, err]).toEqual([1, expect.stringContaining(`--idempotency-key ${sentKey} 重新执行`)])
    expect(sentKey).toMatch(/^\S{8,}$/)
  })
})

describe('completion', () => {
  test.each(['bash', 'zsh', 'fish', 'powershell'])('has a script for %s', async (shell) => {
    const { code, out } = await line.xinchu(['completion', shell])
    expect([code, out.includes('xinchu __complete')]).toEqual([0, true])
  })

  test('offers resources, verbs, options and their values', async () => {
    const offered = async (...words: string[]) =>
      (await line.xinchu(['__complete', ...words])).out.trim().split('\n')
    expect(await offered()).toEqual(expect.arrayContaining(['login', 'projects', 'fill-times']))
    expect((await offered('fill-times')).sort()).toEqual(['copy', 'list', 'save'])
    expect(await offered('projects', 'list')).toEqual(expect.arrayContaining(['--province-code', '--output']))
    expect(await offered('projects', 'list', '--source')).toContain('warehouse')
  })

  test('works in bash', async () => {
    const { out } = await line.xinchu(['completion', 'bash'])
    const script = join(line.dir, 'completion.bash')
    writeFileSync(script, out)
    execFileSync('bash', ['-n', script])
    const told = join(line.dir, 'xinchu')
    writeFileSync(told, '#!/bin/sh\n[ "$*" = "__complete projects" ] && printf "list\\nselect\\nget\\n"\n')
    chmodSync(told, 0o755)
    const typed = `source ${script}; COMP_WORDS=(xinchu projects li); COMP_CWORD=2; _xinchu; echo "\${COMPREPLY[@]}"`
    const found = execFileSync('bash', ['-c', typed], {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${line.dir}:${process.env['PATH']}` },
    })
    expect(found).toBe('list\n')
    expect(readFileSync(script, 'utf8')).toBe(out)
  })
})
