import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { packageRoot } from '../../src/runtime/package-root.ts'
import { startProblem } from '../../src/runtime/start-problem.ts'

const TABLE = String.raw`["'\s(]*(audit_(?:log|seal|head|chain|queue))\b`

/** Statements that change or remove rows, or the rules that forbid it. */
const STATEMENTS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['update', new RegExp(String.raw`\bupdate\s+(?:only\s+)?${TABLE}`, 'gi')],
  ['update', new RegExp(String.raw`\bupdateTable\(\s*${TABLE}`, 'g')],
  ['update', new RegExp(String.raw`\bmerge\s+into\s+${TABLE}`, 'gi')],
  ['delete', new RegExp(String.raw`\bdelete\s+from\s+(?:only\s+)?${TABLE}`, 'gi')],
  ['delete', new RegExp(String.raw`\bdeleteFrom\(\s*${TABLE}`, 'g')],
  ['delete', new RegExp(String.raw`\btruncate\s+(?:table\s+)?${TABLE}`, 'gi')],
  [
    'rules',
    new RegExp(
      String.raw`\b(?:alter|drop)\s+table\s+(?:if exists\s+)?${TABLE}[^;]*\b(?:(?:enable|disable)\s+(?:\w+\s+)?rule|drop)\b`,
      'gi',
    ),
  ],
  ['rules', new RegExp(String.raw`\bdrop\s+rule\s+[^;]*${TABLE}`, 'gi')],
]

const statementsIn = (text: string): string[] =>
  STATEMENTS.flatMap(([what, pattern]) => [...text.matchAll(pattern)].map(([, table]) => `${what} ${table}`))

const sources = readdirSync(join(packageRoot, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(?:ts|sql)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))

test.each([
  ['update audit_log set result = 200', 'update audit_log'],
  ["db.updateTable('audit_log')", 'update audit_log'],
  ['delete from audit_seal where seq = 1', 'delete audit_seal'],
  ["trx\n  .deleteFrom('audit_log as a')", 'delete audit_log'],
  ['TRUNCATE TABLE audit_log', 'delete audit_log'],
  ['alter table audit_log disable rule audit_log_no_delete', 'rules audit_log'],
  ['drop rule audit_log_no_update on audit_log', 'rules audit_log'],
])('the search of the sources finds %s', (text, found) => {
  expect(statementsIn(text)).toEqual([found])
})

test('only the retention removes entries, and nothing changes one', () => {
  const found = sources.flatMap((file) =>
    statementsIn(readFileSync(file, 'utf8')).map(
      (statement) => `${relative(packageRoot, file).replaceAll('\\', '/')}: ${statement}`,
    ),
  )
  expect(found.sort()).toEqual([
    'src/domain/audit-log/retention.ts: delete audit_log',
    'src/domain/audit-log/retention.ts: delete audit_seal',
    'src/domain/audit-log/retention.ts: update audit_head',
    // Bookkeeping of the chain: its recorded end, and entries that are sealed now.
    'src/domain/audit-log/seal.ts: delete audit_queue',
    'src/domain/audit-log/seal.ts: update audit_chain',
  ])
})

describe('a retention', () => {
  const problem = (days: string) => {
    try {
      return readConfig({ AUDIT_DAYS: days }).auditDays
    } catch (error) {
      return startProblem(error)
    }
  }

  test.each(['1', '30', '179', '180.5'])('of %s days is refused at the start', (days) => {
    expect(problem(days)).toBe(`设置 AUDIT_DAYS 应为 180 至 36500 的整数，或为 0（不清理），当前为 ${days}`)
  })

  test.each(['-1', 'ever'])('of %s is no number of days', (days) => {
    expect(problem(days)).toEqual(expect.stringContaining('AUDIT_DAYS'))
  })

  test.each([
    ['', 0],
    ['0', 0],
    ['180', 180],
    ['1095', 1095],
  ])('of "%s" days is accepted', (days, kept) => {
    expect(problem(days)).toBe(kept)
  })
})
