import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

const SKIPPED = new Set(['node_modules', 'dist', '.cache', '.git'])

function* filesUnder(path) {
  if (!existsSync(path)) return
  if (statSync(path).isFile()) {
    yield path
    return
  }
  for (const name of readdirSync(path).sort()) {
    if (!SKIPPED.has(name)) yield* filesUnder(join(path, name))
  }
}

/** Digest of the names and contents of files and folders, relative to the root. */
export function digest(paths) {
  const hash = createHash('sha256').update(process.version)
  for (const path of paths) {
    for (const file of filesUnder(join(root, path))) {
      hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

const stampFile = (name) => join(root, '.cache', `${name}.stamp`)

/** Whether the task `name` last ran on exactly these inputs. */
export function isFresh(name, inputs) {
  return existsSync(stampFile(name)) && readFileSync(stampFile(name), 'utf8') === digest(inputs)
}

/** Records that the task `name` ran on these inputs. */
export function markFresh(name, inputs) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(stampFile(name), digest(inputs))
}
