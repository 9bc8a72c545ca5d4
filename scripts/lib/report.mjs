import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './run.mjs'

const MOST_CHARACTERS = 1_500

/** What a failure says, without the places in the code: of a browser test also what its pages showed. */
function sayingOf([message = '']) {
  const lines = message.split('\n').filter((line) => !/^\s+at /.test(line))
  return lines.join('\n  ').trimEnd().slice(0, MOST_CHARACTERS)
}

/** A line for each test that failed, and for each file that could not run. */
function failuresOf(testResults) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name).replaceAll('\\', '/')
    const failed = assertionResults.filter((each) => each.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${file}\n  ${sayingOf([message])}`] : []
    return failed.map((each) => `${file} › ${each.fullName}\n  ${sayingOf(each.failureMessages)}`)
  })
}

/** Counts of a suite's report, and of a file whether all its tests passed, in each project that has it; undefined if none ran. */
export function readReport(path) {
  if (!existsSync(path)) return { files: 0, passed: 0, failed: 0, failures: [], outcomeOf: () => undefined }
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(path, 'utf8'))
  const outcomes = new Map()
  for (const { name, status, assertionResults } of testResults) {
    const file = relative(root, name).replaceAll('\\', '/')
    const isWhole = assertionResults.length > 0 && assertionResults.every((each) => each.status === 'passed')
    outcomes.set(file, status === 'passed' && isWhole && outcomes.get(file) !== false)
  }
  return {
    files: testResults.length,
    failures: failuresOf(testResults),
    passed: numPassedTests,
    failed: numFailedTests,
    outcomeOf: (file) => outcomes.get(file),
  }
}

/** Prints a line per suite, what was not run, and last what failed: the end of a long output is what is kept. Returns the sums. */
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
  const failures = results.flatMap((result) => result.failures)
  if (failures.length > 0) console.log(`\n${failures.join('\n')}`)
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  return { passed: sum('passed'), failed: sum('failed') }
}
