// The functions that are longer than they may be. Lines are counted as an editor shows them, from the first to the last,
// because the linter counts fewer: it leaves out blank lines, comments and markup.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from './run.mjs'

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

/** The sources of the packages that somebody wrote. */
const sources = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'packages'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /^packages\/[a-z]+\/src\/.*\.tsx?$/.test(file) && !file.includes('/gen/'))
    .filter((file) => existsSync(join(root, file)))

const mostIn = (file) => (file.startsWith('packages/web/') ? MOST.web : MOST.others)

/** Complaints about the functions of the working tree that are above the bound. */
export const longInPackages = () =>
  sources().flatMap((file) =>
    longFunctions(file, readFileSync(join(root, file), 'utf8'), mostIn(file)).map(
      ({ name, lines }) => `${file} ${name} has ${lines} lines, of ${mostIn(file)}`,
    ),
  )
