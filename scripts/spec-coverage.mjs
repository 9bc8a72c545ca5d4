// Joins docs/requirements.yaml with the tests that name its lines and writes docs/spec-coverage.md. With --check it only
// fails if that file is stale, a line has no test, or a test names an unknown line.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { requirementTests } from './lib/requirement-tests.mjs'
import { root } from './lib/run.mjs'

const page = join(root, 'docs/spec-coverage.md')
const sections = parse(readFileSync(join(root, 'docs/requirements.yaml'), 'utf8'))
const known = new Set(sections.flatMap(({ requirements }) => Object.keys(requirements)))
const tests = requirementTests(root)

// Sorted by line, then by file.
const proofs = new Map([...known].map((id) => [id, new Map()]))
const problems = []
for (const { id, file, title } of tests) {
  const proof = proofs.get(id)
  if (proof) proof.set(file, [...(proof.get(file) ?? []), title])
  else problems.push(`${file}: “${title}” names ${id}, which docs/requirements.yaml does not have`)
}
for (const id of known) if (proofs.get(id).size === 0) problems.push(`${id} has no test`)

const written = render()
if (process.argv.includes('--check')) {
  if (readFileSync(page, 'utf8') !== written)
    problems.push('docs/spec-coverage.md is stale: node scripts/spec-coverage.mjs writes it')
} else writeFileSync(page, written)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0

function render() {
  const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
  const row = ([id, text]) => {
    const shown = [...proofs.get(id)].map(([file, titles]) => `\`${file}\` ${cell(titles.join('; '))}`)
    return `| ${id} | ${cell(text)} | ${shown.join('<br>')} |`
  }
  const tables = sections.map(({ title, requirements }) =>
    [
      `## ${title}`,
      '',
      '| | Requirement | Test |',
      '|---|---|---|',
      ...Object.entries(requirements).map(row),
    ].join('\n'),
  )
  const inBrowser = [...proofs.values()].filter((proof) =>
    [...proof.keys()].some((file) => file.startsWith('e2e/')),
  ).length
  return `# The specification, line by line

Written by \`node scripts/spec-coverage.mjs\` from \`docs/requirements.yaml\` and the titles of the tests; not to be edited by
hand. ${known.size} lines, ${inBrowser} of them proven in a browser against the running platform (\`e2e/\`).

${tables.join('\n\n')}
`
}
