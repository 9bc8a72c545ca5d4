import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeOperations } from './generate-operations.mjs'
import { writeModels, writeResourceIndex, writeResources } from './generate-resources.mjs'

const gen = fileURLToPath(new URL('../src/gen', import.meta.url))

/**
 * Writes src/gen of the client.
 * @param described the document with the words of units and codes in its titles
 * @param banner first line of each file
 */
export function writeClient(document, described, banner) {
  rmSync(gen, { recursive: true, force: true })
  mkdirSync(join(gen, 'resources'), { recursive: true })
  const write = (name, text) => writeFileSync(join(gen, name), text)
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

  // An entry point of a package can only be a file of its own.
  write('openapi.json', `${JSON.stringify(document)}\n`)
  write('version.ts', `${banner}export const version = '${version}'\n`)
  write('operations.ts', banner + writeOperations(document))
  write('models.ts', banner + writeModels(described))
  write('resources.ts', banner + writeResourceIndex(document))
  for (const [name, text] of writeResources(document)) write(join('resources', name), banner + text)
}
