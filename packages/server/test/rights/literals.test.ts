import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const packages = fileURLToPath(new URL('../../../', import.meta.url))
/** Seeds, migrations and examples of records are data. */
const DATA = /server\/src\/(?:seed|db\/migrations)\/|conformance\/src\/checks\/(?:drafts|examples)\.ts$/

const LITERALS: readonly RegExp[] = [
  // A kind compared with, or looked up by, its number.
  /\b(?:deptId|dept_id)\b[^\n]{0,12}?(?:=|<>|!=|\bin \()\s*\(?'?[1-9]/,
  /'dept_id',\s*'[^']+',\s*\d/,
  // Numbers that only department kinds have.
  /(?<![\w.#-])(?:1001|1002|1004|1005|1006|1008|1010)(?![\w.%-])/,
  // A number under the name of a kind.
  /\b(?:NATION|PROVINCE|CITY|COUNTY|ENTERPRISE|ADMINISTRATORS?|ADMINISTRATION|PLATFORM|GROUP|OVERSEERS|SENDERS)\b[^\n=]*=\s*(?:new Set\(\[)?'?\d{1,4}\b/,
  // Several kinds as a list.
  /\[(?:1, 900|1, 2, 900|1, 3, 900|3, 4, 5|100, 3, 4, 5)\b/,
]

const CODED = String.raw`(?:\w*[sS]tatus|\w*[fF]lag|decision|verdict|level|\w+Type|\w+_type|action)`
const DIGITS = String.raw`'\d{1,2}'`

const CODES: readonly RegExp[] = [
  // A state, a flag or a kind compared with, set to or looked up by its number.
  new RegExp(String.raw`\b${CODED}\b[^\n'"]{0,20}?(?:[=:]|<>|!=|\?\?|\bin \(|\bwhen)\s*[[(]*${DIGITS}`),
  new RegExp(String.raw`'\w*${CODED}',\s*'[^']+',\s*${DIGITS}`),
  // A number under a name of one's own, or several as a list.
  new RegExp(String.raw`\bconst [A-Z_]+\b[^\n=]*=\s*(?:new Set\()?\[?${DIGITS}`),
  new RegExp(String.raw`\[(?:${DIGITS}, )*${DIGITS}\]`),
]
/** Kinds of menu entries are an enum of the contract that no dictionary names. */
const WITHOUT_NAMES = /web\/src\/features\/system\/menu-/

const filesOf = (name: string) =>
  readdirSync(join(packages, name, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

function literalsIn(text: string, literals: readonly RegExp[]): string[] {
  return text
    .split('\n')
    .filter((line) => !line.trim().startsWith('*') && literals.some((literal) => literal.test(line)))
    .map((line) => line.trim())
}

test.each([
  'if (user.deptId === 1) return true',
  'where o.dept_id in (1, 2, 900)',
  'sql`o.dept_id = 100 and`',
  ".where('dept_id', '=', 3)",
  'const OVERSEERS = new Set([1, 900])',
  "export const ENTERPRISE = '100'",
  'const PLATFORM = 1001',
])('the check finds the department in %s', (line) => {
  expect(literalsIn(line, LITERALS)).toEqual([line])
})

test.each([
  "if (row.declareStatus === '7') return",
  "where p.declare_status in ('0', '2')",
  ".where('status', '=', '1')",
  "message_type: '3',",
  "level: draft.level ?? '1',",
  "const DRAFT = '0'",
  "states: ['4', '5'],",
])('the check finds the code in %s', (line) => {
  expect(literalsIn(line, CODES)).toEqual([line])
})

/** The lines of a package's rules that hold such a literal. */
const found = (name: string, literals: readonly RegExp[], except: RegExp) =>
  filesOf(name)
    .map((file) => relative(packages, file).replaceAll('\\', '/'))
    .filter((file) => !except.test(file))
    .flatMap((file) =>
      literalsIn(readFileSync(join(packages, file), 'utf8'), literals).map((line) => `${file}: ${line}`),
    )

test.each(['server', 'web'])('no rule of the %s names a department kind by its number', (name) => {
  expect(found(name, LITERALS, DATA)).toEqual([])
})

test.each(['server', 'web', 'sdk', 'conformance', 'testing', 'cli'])(
  'no rule of the %s names a state, flag or kind of message by its number',
  (name) => {
    expect(found(name, CODES, new RegExp(`${DATA.source}|${WITHOUT_NAMES.source}|/gen/`))).toEqual([])
  },
)
