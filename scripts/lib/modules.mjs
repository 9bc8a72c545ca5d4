// Modules that a module loads, found by its text. Finds more than are loaded where a text only looks like an import.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { root } from './run.mjs'

const IMPORT =
  /(?:\bfrom|\bimport|\bimport\(|\bvi\.(?:do)?mock\(|\brequire\(|\bnew URL\()\s*(['"`])([^'"`\n]+)\1/g
const EXTENSIONS = ['', '.ts', '.tsx', '.mjs', '.d.mts', '/index.ts', '/index.tsx']
const isFile = (path) => existsSync(join(root, path)) && statSync(join(root, path)).isFile()

const manifests = new Map()

/** Source file of an entry of a workspace package; undefined for other packages. */
function packageSource(specifier) {
  const [, name, entry] = /^@xinchu\/(\w+)(.*)$/.exec(specifier) ?? []
  if (!name) return undefined
  const folder = `packages/${name}`
  if (!manifests.has(name))
    manifests.set(name, JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')))
  // What is never built is its own source.
  const found = manifests.get(name).exports?.[`.${entry}`]
  const source = found?.['@xinchu/source'] ?? found
  return typeof source === 'string' ? posix.join(folder, source) : undefined
}

function resolve(specifier, from) {
  const plain = specifier.replace(/[?#].*$/, '')
  if (!plain.startsWith('.')) return packageSource(plain)
  const path = posix.join(posix.dirname(from), plain)
  if (path.startsWith('..') || /(?:^|\/)(?:dist|node_modules|\.cache)\//.test(path)) return undefined
  return EXTENSIONS.map((extension) => path + extension).find(isFile)
}

const imports = new Map()

/** Files that a file names in imports and in `new URL`, relative to the root. Dependencies and what is built are left out. */
function importsOf(file) {
  const known = imports.get(file)
  if (known) return known
  const text = /\.(?:[cm]?[jt]sx?|css)$/.test(file) ? readFileSync(join(root, file), 'utf8') : ''
  const named = [...text.matchAll(IMPORT)].map(([, , specifier]) => resolve(specifier, file))
  const found = [...new Set(named.filter(Boolean))]
  imports.set(file, found)
  return found
}

/** The files and all that they load, sorted. */
export function modulesOf(files) {
  const found = new Set(files)
  for (const file of found) for (const each of importsOf(file)) found.add(each)
  return [...found].sort()
}

/** Whether a file is generated. A new clone does not have it, and it follows from what it is made of. */
export const isGenerated = (file) => /\/gen\/|\.gen\.ts$/.test(file)
