// Records the contract as released. From then on a breaking change requires a new version.
import { readFileSync, writeFileSync } from 'node:fs'
import { withoutWords } from './compatibility.ts'

const contract = new URL('../packages/contract/src/gen/openapi.json', import.meta.url)
const released = new URL('released.json', import.meta.url)

const document: unknown = JSON.parse(readFileSync(contract, 'utf8'))
writeFileSync(released, `${JSON.stringify(withoutWords(document), null, 1)}\n`)
