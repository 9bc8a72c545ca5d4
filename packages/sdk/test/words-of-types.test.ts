import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { compactTypes } from '../../contract/scripts/compact-types.ts'

const gen = join(import.meta.dirname, '../../contract/src/gen')
const text = `import { type BuildStatus, createClient } from '@xinchu/sdk'
const client = createClient({ baseUrl: '' })
export const created = client.projects.create({ projectName: '', ratedPower: 100, totalInvestment: 1, techType: '01' })
export const found = client.projects.list({ buildStatus: ['3'], techType: ['01'] })
export const status: BuildStatus = '3'
`

/** What an editor shows at the first place of this name in the text. */
function shown(): (name: string) => string {
  const path = join(import.meta.dirname, 'words.ts')
  const options: ts.CompilerOptions = {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    customConditions: ['@xinchu/source'],
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  }
  const read = (name: string) => (name === path ? text : ts.sys.readFile(name))
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [path],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const found = read(name)
      return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found)
    },
    getCurrentDirectory: () => import.meta.dirname,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === path || ts.sys.fileExists(name),
    readFile: read,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  })
  return (name) => {
    const info = service.getQuickInfoAtPosition(path, text.indexOf(name) + 1)
    return [
      ts.displayPartsToString(info?.documentation),
      ...(info?.tags ?? []).map((tag) => ts.displayPartsToString(tag.text)),
    ].join('。')
  }
}

test('an editor shows the unit and an example of a quantity, and the words of a code', () => {
  const hover = shown()
  expect(hover('ratedPower')).toMatch(/^额定功率，MW。如 \d/)
  expect(hover('totalInvestment')).toContain('总投资，万元')
  const words = '建设状态：1 规划，2 已备案，3 在建，4 已投运，5 停运，6 退役，7 终止'
  expect(hover('buildStatus')).toContain(words)
  expect(hover('BuildStatus')).toContain(words)
  expect(hover('techType')).toMatch(/^技术路线：01 锂离子电池，.*（可增补）$/)
})

interface Part {
  'x-unit'?: string
  'x-dict'?: string
  title?: string
  type?: string
}

/** All schemas within a part of the contract. */
function schemasIn(part: unknown): Part[] {
  if (typeof part !== 'object' || part === null) return []
  return [part as Part, ...Object.values(part).flatMap(schemasIn)] // all fields of a part are optional
}

test('the published types say the unit of each quantity, and the words of each dictionary', () => {
  const { components } = JSON.parse(readFileSync(join(gen, 'openapi.json'), 'utf8'))
  const types = compactTypes(readFileSync(join(gen, 'schema.d.ts'), 'utf8'))
  const schemas = schemasIn(components.schemas)
  const quantities = schemas.filter((each) => each['x-unit'] && each.title)
  expect(quantities.length).toBeGreaterThan(200)
  const silent = quantities.filter(
    ({ title, 'x-unit': unit }) =>
      !types.includes(`/** ${title}，${unit}`) && !types.includes(`* ${title}，${unit}`),
  )
  expect(silent.map(({ title }) => title)).toEqual([])
  const codes = schemas.filter((each) => each['x-dict'] && each.type !== 'boolean' && each.title !== '判定')
  const unexplained = codes.filter(({ title }) => !types.includes(`/** ${title}：`))
  expect(unexplained.map(({ title }) => title)).toEqual([])
})
