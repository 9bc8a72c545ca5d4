import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPlatform } from './platform.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of a platform in which no test changes anything. */
    demonstration: string
  }
}

/**
 * Lets the platform make its demonstration once. Files of tests that write begin with a copy of it; the others share
 * one platform.
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
