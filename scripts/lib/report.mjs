import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './run.mjs'

/** Counts of a suite's report, and of a file whether all its tests passed, in each project that has it; undefined if none ran. */
export function readReport(path) {
  if (!existsSync(path)) return { files: 0, passed: 0, failed: 0, outcomeOf: () => undefined }
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(path, 'utf8'))
  const outcomes = new Map()
  for (const { name, status, assertionResults } of testResults) {
    const file = relative(root, name).replaceAll('\\', '/')
    const isWhole = assertionResults.length > 0 && assertionResults.every((each) => each.status === 'passed')
    outcomes.set(file, status === 'passed' && isWhole && outcomes.get(file) !== false)
  }
  return {
    files: testResults.length,
    passed: numPassedTests,
    failed: numFailedTests,
    outcomeOf: (file) => outcomes.get(file),
  }
}

/** Prints a line per suite, and what was not run. Returns the sums. */
export function printTable(results, notes) {
  console.log(`\n${'suite'.padEnd(12)}${'files'.padStart(7)}${'tests'.padStart(8)}${'seconds'.padStart(10)}`)
  for (const { name, files, passed, failed, seconds } of results) {
    const columns = [
      String(files).padStart(7),
      String(passed + failed).padStart(8),
      seconds.toFixed(1).padStart(10),
    ]
    console.log(name.padEnd(12) + columns.join(''))
  }
  if (notes.length > 0) console.log(`\n${notes.join('\n')}`)
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  return { passed: sum('passed'), failed: sum('failed') }
}
