// Runs modules one after the other in one process and prints their failures as JSON. Arguments: the list of runs.
import { readFileSync } from 'node:fs'

const LONGEST_MS = 30_000

const shown = []
for (const method of ['log', 'error', 'warn']) console[method] = (...values) => shown.push(values)

async function run({ file, folder }) {
  process.chdir(folder)
  const late = new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error('does not end')), LONGEST_MS).unref()
  })
  await Promise.race([import(file), late])
}

const failures = []
for (const each of JSON.parse(readFileSync(process.argv[2], 'utf8'))) {
  process.env.XINCHU_USERNAME = each.username
  try {
    await run(each)
  } catch (error) {
    failures.push(`${each.place}: ${error?.stack ?? error} ${error?.toJSON ? JSON.stringify(error) : ''}`)
  }
}
process.stdout.write(JSON.stringify(failures))
process.exit(0)
