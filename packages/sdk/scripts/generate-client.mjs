import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeOperations } from './generate-operations.mjs'
import { writeModels, writeOpenPaths, writeResourceIndex, writeResources } from './generate-resources.mjs'

const gen = fileURLToPath(new URL('../src/gen', import.meta.url))
const document = fileURLToPath(new URL('../../contract/src/gen/openapi.json', import.meta.url))

/**
 * Writes src/gen of the client.
 * @param contract the contract as `readContract` reads it
 * @param described the document with the words of units and codes in its titles
 * @param banner first line of each file
 */
export function writeClient(contract, described, banner) {
  rmSync(gen, { recursive: true, force: true })
  mkdirSync(join(gen, 'resources'), { recursive: true })
  const write = (name, text) => writeFileSync(join(gen, name), text)
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

  // An entry point of a package can only be a file of its own.
  copyFileSync(document, join(gen, 'openapi.json'))
  write('version.ts', `${banner}export const version = '${version}'\n`)
  write('operations.ts', banner + writeOperations(contract))
  write('models.ts', banner + writeModels(described))
  write('open-paths.ts', banner + writeOpenPaths(contract))
  write('resources.ts', banner + writeResourceIndex(contract))
  for (const [name, text] of writeResources(contract)) write(join('resources', name), banner + text)
}
