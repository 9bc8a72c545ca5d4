import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createClient } from '../../dist/index.js'
import { median } from './statistics.mjs'
import { startTsserver } from './tsserver.mjs'

const EDITS = 15
const CALLS = 50
const here = (name) => fileURLToPath(new URL(name, import.meta.url))
const folder = here('.cache/completion')

function functionCalls() {
  const groups = Object.entries(createClient({ baseUrl: '' })).filter(
    ([, group]) => typeof group === 'object',
  )
  const calls = groups.flatMap(([group, functions]) =>
    Object.entries(functions).map(
      ([name, { length }]) => `client.${group}.${name}(${Array(length).fill('null as never').join(', ')})`,
    ),
  )
  const step = Math.floor(calls.length / CALLS)
  return calls.filter((_, at) => at % step === 0).slice(0, CALLS)
}

function pathCalls() {
  const { paths } = JSON.parse(readFileSync(here('../../dist/openapi.json'), 'utf8'))
  const readable = Object.entries(paths).filter(([, methods]) => 'get' in methods)
  return readable.slice(0, CALLS).map(([path]) => `client.GET('${path}', null as never)`)
}

// The cursor is at ‸.
const styles = {
  'functions of the SDK': {
    head: `import { createClient } from '@xinchu/sdk'\nconst client = createClient({ baseUrl: '' })`,
    calls: functionCalls,
    last: 'client.projects.‸',
    expects: 'list',
  },
  'path strings of openapi-fetch': {
    head: `import type { paths } from '@xinchu/sdk/schema'\nimport create from 'openapi-fetch'\nconst client = create<paths>({ baseUrl: '' })`,
    calls: pathCalls,
    last: `client.GET('‸')`,
    expects: '/api/messagePush',
  },
}

function writeProject() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const paths = {
    '@xinchu/sdk': [here('../../dist/index.d.ts')],
    '@xinchu/sdk/schema': [here('../../dist/schema.d.ts')],
  }
  const compilerOptions = {
    strict: true,
    target: 'ES2022',
    lib: ['ES2023', 'DOM'],
    module: 'ESNext',
    moduleResolution: 'Bundler',
    skipLibCheck: true,
    noEmit: true,
    types: [],
    paths,
  }
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions, include: ['*.ts'] }))
}

/** Opens a file of fifty calls. `complete` edits a line above them and asks for completions at the cursor. */
function editorOf({ head, calls, last, expects }, at) {
  const file = `${folder}/calls-${at}.ts`
  const lines = [
    ...head.split('\n'),
    'const edited = 0',
    ...calls().map((call, number) => `export const reply${number} = await ${call}`),
    last.replace('‸', ''),
  ]
  writeFileSync(file, lines.join('\n'))
  const line = lines.indexOf('const edited = 0') + 1
  const server = startTsserver()
  server.send('open', { file })
  return {
    async complete() {
      server.send('change', {
        file,
        line,
        offset: 16,
        endLine: line,
        endOffset: 17,
        insertString: `${Date.now() % 10}`,
      })
      const cursor = { line: lines.length, offset: last.indexOf('‸') + 1 }
      const { body, ...cost } = await server.timed('completionInfo', { file, ...cursor })
      if (!body.entries.some(({ name }) => name === expects)) throw new Error(`${expects} is not offered`)
      return cost
    },
    stop: server.stop,
  }
}

/** Milliseconds of a completion right after an edit, in a warm editor, among fifty calls. */
export async function measureCompletion() {
  writeProject()
  const editors = Object.entries(styles).map(([style, text], at) => ({
    style,
    ...editorOf(text, at),
    costs: [],
  }))
  try {
    for (let edit = -3; edit < EDITS; edit++) {
      for (const { complete, costs } of editors) {
        const cost = await complete()
        if (edit >= 0) costs.push(cost)
      }
    }
  } finally {
    for (const { stop } of editors) stop()
  }
  return editors.map(({ style, costs }) => ({
    style,
    milliseconds: Math.round(median(costs.map(({ ms }) => ms))),
    cpuMilliseconds: Math.round(median(costs.map(({ cpuMs = Number.NaN }) => cpuMs))),
  }))
}
