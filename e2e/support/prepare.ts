import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPlatform } from './platform.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the platform that no test changes. */
    demonstration: string
  }
}

/**
 * Creates the demonstration once. Test files that write start with a copy of it; the others share one platform.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const prepared = mkdtempSync(join(tmpdir(), 'xinchu-prepared-'))
  const first = await startPlatform({}, prepared)
  await first.halt()
  process.env['PREPARED_DATA'] = prepared
  const shared = await startPlatform()
  project.provide('demonstration', shared.url)
  return async () => {
    await shared.stop()
    rmSync(prepared, { recursive: true, force: true })
  }
}
