import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPlatform } from './platform.ts'

/** Lets the platform make its demonstration once; every file of tests begins with a copy. */
export async function setup(): Promise<() => void> {
  const prepared = mkdtempSync(join(tmpdir(), 'xinchu-prepared-'))
  const platform = await startPlatform({}, prepared)
  await platform.halt()
  process.env['PREPARED_DATA'] = prepared
  return () => rmSync(prepared, { recursive: true, force: true })
}
