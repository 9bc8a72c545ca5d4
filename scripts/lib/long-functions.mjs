// The functions that are longer than they may be. Lines are counted as an editor shows them, from the first to the last,
// because the linter counts fewer: it leaves out blank lines, comments and markup.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from './run.mjs'

const LIST = 'scripts/long-functions.json'
/** Components of the portal hold markup, which takes lines without adding a thought. */
const MOST = { web: 80, others: 50 }

const { SyntaxKind } = ts
const FUNCTIONS = new Set([
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression,
  SyntaxKind.ArrowFunction,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.Constructor,
  SyntaxKind.GetAccessor,
  SyntaxKind.SetAccessor,
])

/** The name of a function, or of what it is assigned to. */
function nameOf(node) {
  if (node.name) return node.name.getText()
  for (let up = node.parent; up; up = up.parent) if (up.name) return `in ${up.name.getText()}`
  return 'unnamed'
}

/** The functions of a source above this number of lines. */
export function longFunctions(path, text, most) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line
  const found = []
  const visit = (node) => {
    const lines = lineOf(node.getEnd()) - lineOf(node.getStart()) + 1
    if (lines <= most) return
    if (FUNCTIONS.has(node.kind)) found.push({ name: nameOf(node), lines })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

/** The number of lines of each long function of the packages, by its file and name. */
function foundInPackages() {
  const files = git('ls-files', '--cached', '--others', '--exclude-standard', 'packages').split('\n')
  const sources = files.filter(
    (file) => /^packages\/[a-z]+\/src\/.*\.tsx?$/.test(file) && !file.includes('/gen/'),
  )
  return Object.fromEntries(
    sources
      .filter((file) => existsSync(join(root, file)))
      .flatMap((file) => {
        const most = file.startsWith('packages/web/') ? MOST.web : MOST.others
        const text = readFileSync(join(root, file), 'utf8')
        return longFunctions(file, text, most).map(({ name, lines }) => [`${file} ${name}`, lines])
      }),
  )
}

/** What the last commit allowed; undefined where there is no commit of the list. */
function committed() {
  try {
    return JSON.parse(git('show', `HEAD:${LIST}`))
  } catch {
    return undefined
  }
}

/**
 * Compares the functions above the bound with the list of those that may be.
 * @param found lines of each function above the bound
 * @param listed lines that the list allows
 * @param before the list of the last commit
 */
export function complaintsAbout(found, listed, before = listed) {
  const long = Object.entries(found).flatMap(([name, lines]) =>
    lines > (listed[name] ?? 0) ? [`${name} has ${lines} lines, of ${listed[name] ?? 'the bound'}`] : [],
  )
  const grown = Object.entries(listed).flatMap(([name, lines]) =>
    lines > (before[name] ?? 0) ? [`${LIST} may only shrink: ${name}`] : [],
  )
  const spare = Object.entries(listed).flatMap(([name, lines]) =>
    lines > (found[name] ?? 0)
      ? [`${LIST} allows more than it has: ${name}, ${found[name] ?? 'not long'}`]
      : [],
  )
  return [...long, ...grown, ...spare]
}

/** Complaints about the functions of the working tree. */
export const longInPackages = () =>
  complaintsAbout(foundInPackages(), JSON.parse(readFileSync(join(root, LIST), 'utf8')), committed())
