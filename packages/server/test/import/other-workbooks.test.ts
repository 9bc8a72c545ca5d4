import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importWorkbook, type XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { budget, TEST_SEED } from '../../../../scripts/lib/test-seed.mjs'
import { importColumns } from '../../src/domain/import/columns.ts'
import { type Rig, startRig } from '../rig.ts'
import { goodRow } from '../support/import-rows.ts'

const BOOKS = budget(8, 60)
const ROWS = 25
const PYTHON = '/usr/bin/python3'
const SCRIPT = new URL('../support/other_workbooks.py', import.meta.url).pathname

let rig: Rig
let enterprise: XinchuClient
const folder = mkdtempSync(join(tmpdir(), 'xinchu-books-'))
beforeAll(async () => {
  rig = await startRig()
  enterprise = await rig.as('enterprise_yc')
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await rig.close()
})

interface SeenRow {
  row: number
  /** What a person sees in the cells that were disguised; empty for nothing. */
  sees: Readonly<Record<string, string>>
  unclear: readonly string[]
}

const columns = importColumns.map(({ name, caption, spec }) => ({
  name,
  caption,
  ...(spec.unit ? { unit: spec.unit } : {}),
}))

/** Writes a workbook by the other library. Figures are handed over as text, so that nothing rounds them. */
function writeBook(book: number): { path: string; rows: SeenRow[] } {
  const path = join(folder, `${book}.xlsx`)
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const good = goodRow(90_000 + book * ROWS + at, { substationName: '盐池变电站' })
    const text = ['ratedPower', 'ratedEnergy', 'totalInvestment']
    return Object.fromEntries(
      Object.entries(good).map(([name, cell]) => [name, text.includes(name) ? String(cell) : cell]),
    )
  })
  const task = JSON.stringify({ seed: TEST_SEED + book, path, columns, rows })
  const printed = execFileSync(PYTHON, [SCRIPT], { input: task, encoding: 'utf8' })
  const seen = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SeenRow) // as the script prints it
  return { path, rows: seen }
}

/** Differences between what is stored and what a person sees. */
function differences(project: Readonly<Record<string, unknown>>, { sees }: SeenRow): string[] {
  return Object.entries(sees).flatMap(([name, seen]) => {
    const stored = String(project[name] ?? '')
    return stored === seen ? [] : [`${name}: ${stored} for ${seen}`]
  })
}

test(`of ${BOOKS} workbooks of another library each cell is stored as it is seen, or named (TEST_SEED=${TEST_SEED})`, async () => {
  let compared = 0
  let named = 0
  for (let book = 0; book < BOOKS; book++) {
    const { path, rows } = writeBook(book)
    const file = new File([Uint8Array.from(readFileSync(path))], `${book}.xlsx`)
    const { batch } = await importWorkbook(enterprise.imports, file, { pollInterval: 50, skipRepeat: false })
    expect([book, batch.state, batch.totalRows, batch.message]).toEqual([book, 'DONE', ROWS, batch.message])
    const found = (await enterprise.imports.list({ batchId: batch.id, size: 100 })).rows ?? []
    const written = await rig.db
      .selectFrom('import_row')
      .select(['row_no', 'project_id'])
      .where('batch_id', '=', batch.id)
      .execute()
    for (const row of rows) {
      const staged = found.find(({ rowNo }) => rowNo === row.row)
      const { errors = [], warnings = [], questions = [] } = staged ?? {}
      const issues = [...errors, ...warnings, ...questions].map(({ field }) => field)
      for (const name of row.unclear)
        expect([book, row.row, name, issues.includes(name)]).toEqual([book, row.row, name, true])
      named += row.unclear.length
      const id = written.find(({ row_no }) => row_no === row.row)?.project_id
      if (row.unclear.length > 0 || !id) {
        expect([book, row.row, staged?.state]).toEqual([
          book,
          row.row,
          errors.length > 0 ? 'ERROR' : questions.length > 0 ? 'ASK' : 'named by a row',
        ])
        continue
      }
      expect([book, row.row, differences(await enterprise.projects.get(id), row)]).toEqual([
        book,
        row.row,
        [],
      ])
      compared += Object.keys(row.sees).length
    }
  }
  // The generator must not have made everything unclear.
  expect(compared).toBeGreaterThan(BOOKS * ROWS)
  expect(named).toBeGreaterThan(BOOKS)
})
