import { dirname, join } from 'node:path'
import { build } from 'tsup'
import { packageRoot, workerPath } from '../../src/runtime/package-root.ts'
import { workers } from '../../workers.config.ts'

/** Builds the worker threads, which cannot run from TypeScript. */
export const buildWorkers = (): Promise<void> =>
  build({
    config: false,
    silent: true,
    clean: false,
    entry: Object.fromEntries(
      Object.entries(workers).map(([name, source]) => [name, join(packageRoot, source)]),
    ),
    outDir: dirname(workerPath('pglite')),
    format: ['esm'],
    target: 'node20',
    noExternal: [/^@xinchu\//],
    esbuildOptions(options) {
      options.conditions = ['@xinchu/source']
    },
  })
