import { join } from 'node:path'
import { build } from 'tsup'
import { packageRoot } from '../../src/runtime/package-root.ts'
import { workers } from '../../workers.config.ts'

/** Builds what runs apart from the tests: the worker threads, and the servers that support/server-process.ts starts. */
export const buildProcesses = (): Promise<void> =>
  build({
    config: false,
    silent: true,
    clean: false,
    entry: {
      'test/bare-server': join(packageRoot, 'src/main.ts'),
      'test/server': join(packageRoot, '../sample/src/main.ts'),
      'test/event-sender': join(packageRoot, 'test/support/event-sender.ts'),
      'test/event-receiver': join(packageRoot, 'test/support/event-receiver.ts'),
      ...Object.fromEntries(
        Object.entries(workers).map(([name, source]) => [`workers/${name}`, join(packageRoot, source)]),
      ),
    },
    outDir: join(packageRoot, 'dist'),
    format: ['esm'],
    target: 'node20',
    noExternal: [/^@xinchu\//],
    esbuildOptions(options) {
      options.conditions = ['@xinchu/source']
    },
  })
