// Digests that are the same on every machine: of files that the repository holds, or will hold, and of locked dependencies.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parse } from 'yaml'
import { root } from './run.mjs'

/** Files below the paths, relative to the root: those that git tracks, and new ones that it does not ignore. */
export function filesOf(paths) {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths]
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const files = [...new Set(listed.split('\0'))].filter((file) => {
    const path = join(root, file)
    return file && existsSync(path) && statSync(path).isFile()
  })
  return files.sort()
}

const hashes = new Map()

/** Digest of one file's content, computed once per process. */
export function hashOf(file) {
  const known = hashes.get(file)
  if (known) return known
  const path = join(root, file)
  const content = existsSync(path) ? readFileSync(path) : ''
  const hash = createHash('sha256').update(content).digest('hex')
  hashes.set(file, hash)
  return hash
}

/** Makes later digests read all files again. */
export const forgetHashes = () => hashes.clear()

/** Digest of a list of texts. */
export const digestOf = (texts) => createHash('sha256').update(JSON.stringify(texts)).digest('hex')

/** Entries of a section of the lock file by their key. Parsing the whole file would take a second. */
function sectionOf(name) {
  const text = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')
  const [, section = ''] = text.split(new RegExp(`^${name}:\n`, 'm'))
  const [inside = ''] = section.split(/^\S/m)
  const blocks = inside.split(/\n(?= {2}\S)/).map((block) => {
    const [head = ''] = block.trimStart().split('\n')
    return [head.replace(/:( \{\})?$/, '').replaceAll("'", ''), block]
  })
  return new Map(blocks)
}

let sections

/** One entry of the lock file. */
function locked(section, key) {
  sections ??= Object.fromEntries(
    ['importers', 'packages', 'snapshots'].map((name) => [name, sectionOf(name)]),
  )
  const block = sections[section].get(key)
  if (block === undefined) throw new Error(`pnpm-lock.yaml has no ${key} in ${section}`)
  return Object.values(parse(block))[0] ?? {}
}

/**
 * Locked versions of all that the dependencies need, sorted.
 * @param needed folder of a workspace package, and which of its dependencies; all if none is named
 */
export function lockedVersions(needed) {
  const found = new Map()
  // Packages of the workspace may need each other for their tests.
  const importers = new Set()
  const addDependency = (name, version, folder) => {
    if (version.startsWith('link:')) return addImporter(posix.join(folder, version.slice('link:'.length)))
    // An alias names another package: `typescript@7.0.2`.
    const key = /^@?[^(]*[^(@]@/.test(version) ? version : `${name}@${version}`
    if (found.has(key)) return
    const { resolution } = locked('packages', key.replace(/\(.*$/, ''))
    found.set(key, resolution.integrity)
    const { dependencies = {}, optionalDependencies = {} } = locked('snapshots', key)
    for (const [each, at] of Object.entries({ ...dependencies, ...optionalDependencies }))
      addDependency(each, at, folder)
  }
  const addImporter = (folder, names) => {
    const { dependencies = {}, devDependencies = {} } = locked('importers', folder)
    const all = { ...dependencies, ...devDependencies }
    for (const name of names ?? Object.keys(all)) {
      const own = `${folder} ${name}`
      if (importers.has(own)) continue
      importers.add(own)
      if (!all[name]) throw new Error(`${folder} has no dependency ${name}`)
      addDependency(name, all[name].version, folder)
    }
  }
  for (const [folder, names] of Object.entries(needed)) addImporter(folder, names)
  return [...found].map(([key, integrity]) => `${key} ${integrity}`).sort()
}
