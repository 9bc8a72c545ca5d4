// Bundles the contract and generates src/gen of this package and of the client.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString, stringToAST } from 'openapi-typescript'
import { tsImport } from 'tsx/esm/api'
import { parse } from 'yaml'
import { writeClient } from '../../sdk/scripts/generate-client.mjs'
import { addWords } from './document-words.mjs'
import { writeCodes } from './generate-codes.mjs'
import { writeDictionaries } from './generate-dictionaries.mjs'
import { writeFields } from './generate-fields.mjs'
import { writeRights } from './generate-rights.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const gen = fileURLToPath(new URL('../src/gen', import.meta.url))
const BANNER = '// Generated from openapi/ by packages/contract/scripts/generate.mjs.\n'

function bundle() {
  const dir = mkdtempSync(join(tmpdir(), 'xinchu-contract-'))
  const out = join(dir, 'openapi.json')
  try {
    const redocly = join(root, 'node_modules/.bin/redocly')
    execFileSync(redocly, ['bundle', 'openapi/openapi.yaml', '-o', out], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    })
    return JSON.parse(readFileSync(out, 'utf8'))
  } catch (error) {
    process.stderr.write(error.stderr ?? String(error))
    process.exit(1)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

const METHODS = ['get', 'post', 'put', 'delete']

/** Examples of whole bodies, dropped here because they would become long comments. openapi.json keeps them. */
function dropExamples({ content = {} }) {
  for (const media of Object.values(content)) {
    delete media.example
    delete media.examples
  }
}

/**
 * The document without parts that the types do not need: operation descriptions, which are on the resource functions,
 * examples of whole bodies, and shared statuses, whose body is that of `default`.
 */
function forTypes(document) {
  const shared = new Set(Object.values(document['x-shared-responses']).flatMap(Object.values))
  const copy = structuredClone(document)
  for (const item of Object.values(copy.paths)) {
    for (const method of METHODS.filter((name) => item[name])) {
      delete item[method].description
      ;[item[method].requestBody ?? {}, ...Object.values(item[method].responses)].forEach(dropExamples)
      for (const [status, { $ref }] of Object.entries(item[method].responses))
        if (shared.has($ref?.split('/').at(-1))) delete item[method].responses[status]
    }
  }
  return copy
}

async function types(document) {
  const nodes = await openapiTS(forTypes(document), {
    defaultNonNullable: false,
    transform(schema) {
      // openapi-typescript types every binary body as a string.
      if (schema.contentMediaType) return stringToAST('type T = Blob')[0].type
      return undefined
    },
  })
  return astToString(nodes)
}

const document = bundle()
const dictionaries = parse(readFileSync(join(root, 'openapi/dictionaries.yaml'), 'utf8'), { mapAsMap: true })

// Comments of types have units and words of codes, which the published document states in fields of their own.
const described = addWords(structuredClone(document), dictionaries)

mkdirSync(gen, { recursive: true })
const write = (name, text) => writeFileSync(join(gen, name), text)
write('openapi.json', `${JSON.stringify(document)}\n`)
write('schema.d.ts', BANNER + (await types(described)))
write('dictionaries.ts', BANNER + writeDictionaries(dictionaries))
write('codes.ts', BANNER + writeCodes(dictionaries))
write('fields.ts', BANNER + writeFields(document))
write('rights.ts', BANNER + writeRights(document))
const { readContract } = await tsImport('../src/operations.ts', import.meta.url)
writeClient(readContract(document), described, BANNER)
