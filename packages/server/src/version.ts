import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from './runtime/package-root.ts'

const manifest: { version: string } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))

/** Version of this server. */
export const version: string = manifest.version
