// Finds the tests that name a line of docs/requirements.yaml, by parsing their sources.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'

const PACKAGES = ['validators', 'sdk', 'conformance', 'testing', 'cli', 'server', 'web'].map(
  (name) => `packages/${name}`,
)
const FOLDERS = ['e2e', 'openapi', ...PACKAGES].map((folder) => `${folder}/test`)
const ID = /^\d+\.[a-z]+\.\d+$/
const TAG = /\[([^\]]+)\]\s*/g
const NOT_RUN = new Set(['skip', 'todo', 'fails'])

/** All tests that name a line: `{ id, file, title }`, one entry per line named. */
export function requirementTests(root) {
  return FOLDERS.flatMap((folder) => testFiles(join(root, folder))).flatMap((path) => {
    const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
    const file = relative(root, path).replaceAll('\\', '/')
    return testsOf(source).map((test) => ({ ...test, file }))
  })
}

function testFiles(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .sort()
    .map((name) => join(folder, name))
}

/** Walks a file, tracking the titles of surrounding describes. */
function testsOf(source) {
  const found = []
  const walk = (node, titles) => {
    const block = ts.isCallExpression(node) ? blockOf(node, source) : undefined
    if (!block) return ts.forEachChild(node, (child) => walk(child, titles))
    if (block.isRun)
      for (const title of block.titles) {
        const path = [...titles, title]
        if (block.kind === 'describe') for (const each of node.arguments.slice(1)) walk(each, path)
        else found.push(...namedBy(path))
      }
  }
  walk(source, [])
  return found
}

/** Lines named by a path of titles, and the path as text. */
function namedBy(titles) {
  const isTag = (inside) => inside.split(/,\s*/).every((id) => ID.test(id))
  const ids = titles.flatMap((title) =>
    [...title.matchAll(TAG)].flatMap(([, inside]) => (isTag(inside) ? inside.split(/,\s*/) : [])),
  )
  const words = titles.map((title) => title.replace(TAG, (all, inside) => (isTag(inside) ? '' : all)).trim())
  return [...new Set(ids)].map((id) => ({ id, title: words.filter(Boolean).join(' › ') }))
}

/** Titles declared by a call of describe or test, one per table row if the row names the line. */
function blockOf(call, source) {
  const {
    expression,
    arguments: [first],
  } = call
  const each = ts.isCallExpression(expression) ? expression : undefined
  const parts = (each?.expression ?? expression).getText(source).split('.')
  const kind = { describe: 'describe', test: 'test', it: 'test' }[parts[0]]
  if (!kind || !first || !/^[\w.]+$/.test(parts.join('.'))) return undefined
  const title = ts.isStringLiteralLike(first) ? first.text : ''
  const isRun = !parts.some((part) => NOT_RUN.has(part))
  return { kind, isRun, titles: each ? fromRows(title, each.arguments[0], source) : [title] }
}

/** `[%s] …` takes the line from the table's first column, which must be literal in the file. */
function fromRows(title, table, source) {
  if (!title.includes('[%s]')) return [title]
  const rows = arrayOf(table, source)
  if (!rows) throw new Error(`${source.fileName}: the table of “${title}” cannot be read`)
  return rows.map((row) => {
    const values = ts.isArrayLiteralExpression(row) ? [...row.elements] : [row]
    return title.replace(/%[sdifj]/g, (sign) => {
      const value = values.shift()
      return value && (ts.isLiteralExpression(value) || ts.isPrefixUnaryExpression(value))
        ? textOf(value)
        : sign
    })
  })
}

const textOf = (literal) => (ts.isStringLiteralLike(literal) ? literal.text : literal.getText())

/** Rows of a table that is inline or a constant of the file. */
function arrayOf(node, source) {
  if (!node) return undefined
  if (ts.isArrayLiteralExpression(node)) return [...node.elements]
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return arrayOf(node.expression, source)
  if (!ts.isIdentifier(node)) return undefined
  const declared = source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .find(({ name }) => name.getText(source) === node.text)
  return arrayOf(declared?.initializer, source)
}
