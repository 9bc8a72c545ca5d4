import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

function findRoot(): string {
  for (let dir = dirname(fileURLToPath(import.meta.url)); ; dir = dirname(dir)) {
    const manifest = join(dir, 'package.json')
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name === '@xinchu/server')
      return dir
    if (dir === dirname(dir)) throw new Error('the folder of @xinchu/server was not found')
  }
}

/** The folder of this package, from sources and from the build alike. */
export const packageRoot: string = findRoot()

/** Path of a worker thread's built entry. Workers always run from the build. */
export const workerPath = (name: string): string => join(packageRoot, 'dist/workers', `${name}.js`)
