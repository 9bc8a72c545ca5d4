import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const packages = fileURLToPath(new URL('../../../', import.meta.url))
/** Seeds and migrations are data. */
const DATA = /server\/src\/db\/(?:seed|migrations)\//

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

const filesOf = (name: 'server' | 'web') =>
  readdirSync(join(packages, name, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

function literalsIn(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => LITERALS.some((literal) => literal.test(line)))
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
])('the check finds %s', (line) => {
  expect(literalsIn(line)).toEqual([line])
})

test.each(['server', 'web'] as const)('no rule of the %s names a department kind by its number', (name) => {
  const found = filesOf(name)
    .filter((file) => !DATA.test(file.replaceAll('\\', '/')))
    .flatMap((file) =>
      literalsIn(readFileSync(file, 'utf8')).map((line) => `${relative(packages, file)}: ${line}`),
    )
  expect(found).toEqual([])
})
